// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <zip.h>

#include "dhgak/core/error.h"
#include "dhgak/core/interrupt.h"
#include "dhgak/core/spec.h"
#include "dhgak/graph/reader.h"
#include "graph/tu/files.h"
#include "graph/tu/names.h"
#include "graph/tu/stream.h"
#include "graph/unpacking.h"
#include "io/open_input.h"

namespace dhgak {
namespace {

namespace fs = std::filesystem;

struct CloseArchive {
    void operator()(zip_t* archive) const { zip_discard(archive); }
};
struct CloseEntry {
    void operator()(zip_file_t* entry) const { zip_fclose(entry); }
};

using Archive = std::unique_ptr<zip_t, CloseArchive>;

Archive open_archive(const fs::path& path) {
    require_plain_file(path);
    int code = 0;
    Archive archive(zip_open(path.c_str(), ZIP_RDONLY, &code));
    if (archive) return archive;
    zip_error_t error;
    zip_error_init_with_code(&error, code);
    const std::string reason = zip_error_strerror(&error);
    zip_error_fini(&error);
    throw InputError(
        fmt::format("{}: cannot be read as a zip archive: {}; fetch it again or "
                    "unpack it and give the folder",
                    path.string(), reason));
}

void require_reasonable(const std::string& place, std::uint64_t size, std::uint64_t packed) {
    constexpr std::uint64_t kGibibyte = std::uint64_t{1} << 30;
    constexpr std::uint64_t kMost = 16 * kGibibyte;
    if (size > kMost)
        throw InputError(
            fmt::format("{}: unpacks from {} to {} bytes, which is not reasonable; "
                        "unpack it and give the folder if you trust it",
                        place, packed, size));
    require_usual_packing(place, size, packed, kGibibyte);
}

class EntryStream : public TextStream {
public:
    EntryStream(std::string place, zip_t* archive, std::uint64_t archive_size, zip_uint64_t index)
        : TextStream(std::move(place)) {
        zip_stat_t status;
        zip_stat_init(&status);
        if (zip_stat_index(archive, index, 0, &status) != 0)
            throw InputError(fmt::format("{}: {}", this->place(), zip_strerror(archive)));
        if ((status.valid & ZIP_STAT_ENCRYPTION_METHOD) != 0 &&
            status.encryption_method != ZIP_EM_NONE)
            throw InputError(this->place() + ": is encrypted; unpack it and give the folder");
        require_reasonable(this->place(), status.size, status.comp_size);
        stated_size_ = status.size;
        packed_size_ = std::min<std::uint64_t>(status.comp_size, archive_size);
        entry_.reset(zip_fopen_index(archive, index, 0));
        if (!entry_)
            throw InputError(
                fmt::format("{}: cannot be unpacked: {}", this->place(), zip_strerror(archive)));
    }

    // The archive may lie about the size, so what is unusual is asked for as text arrives.
    std::string rest() {
        constexpr std::size_t kLeastStep = 4096, kMostStep = std::size_t{1} << 20;
        constexpr std::uint64_t kUsualRatio = 20;  // at most, for texts of numbers
        std::string text;
        text.reserve(std::min(stated_size_, kUsualRatio * packed_size_) + kLeastStep);
        while (true) {
            throw_if_interrupted();
            const std::size_t size = text.size();
            const std::size_t step = std::clamp(text.capacity() - size, kLeastStep, kMostStep);
            text.resize(size + step);
            const std::size_t count = read(text.data() + size, step);
            text.resize(size + count);
            if (count == 0) return text;
        }
    }

private:
    std::size_t read(char* bytes, std::size_t size) override {
        const zip_int64_t count = zip_fread(entry_.get(), bytes, size);
        if (count < 0)
            throw InputError(fmt::format("{}: cannot be unpacked: {}; fetch the archive again",
                                         place(), zip_file_strerror(entry_.get())));
        size_ += static_cast<std::uint64_t>(count);
        require_reasonable(place(), size_, packed_size_);
        return static_cast<std::size_t>(count);
    }

    std::unique_ptr<zip_file_t, CloseEntry> entry_;
    std::uint64_t stated_size_ = 0, packed_size_ = 0;
    std::uint64_t size_ = 0;  // unpacked so far
};

class ZipFiles : public TuFiles {
public:
    explicit ZipFiles(const fs::path& path)
        : path_(path.string()), archive_(open_archive(path)), size_(fs::file_size(path)) {
        std::vector<std::string> names;
        const zip_int64_t num_entries = zip_get_num_entries(archive_.get(), 0);
        for (zip_int64_t e = 0; e < num_entries; ++e)
            if (const char* name =
                    zip_get_name(archive_.get(), static_cast<zip_uint64_t>(e), ZIP_FL_ENC_GUESS))
                names.emplace_back(name);
        prefix_ = choose_prefix(path_, path.stem().string(), names);
    }

    std::string name() const override { return prefix_.substr(prefix_.rfind('/') + 1); }
    std::string place(std::string_view part) const override {
        return fmt::format("{}/{}", path_, entry_name(part));
    }

    std::optional<TextFile> open(std::string_view part) const override {
        const std::unique_ptr<EntryStream> entry = open_entry(part);
        if (!entry) return std::nullopt;
        return TextFile(place(part), entry->rest());
    }

    std::unique_ptr<TextStream> stream(std::string_view part) const override {
        return open_entry(part);
    }

private:
    std::string entry_name(std::string_view part) const {
        return fmt::format("{}_{}.txt", prefix_, part);
    }

    std::unique_ptr<EntryStream> open_entry(std::string_view part) const {
        const zip_int64_t index = zip_name_locate(archive_.get(), entry_name(part).c_str(), 0);
        if (index < 0) return nullptr;
        return std::make_unique<EntryStream>(place(part), archive_.get(), size_,
                                             static_cast<zip_uint64_t>(index));
    }

    std::string path_;
    Archive archive_;
    std::uint64_t size_;  // of the archive
    std::string prefix_;
};

class TuZip : public Reader {
public:
    bool accepts(const fs::path& source) const override {
        std::error_code error;
        if (!fs::is_regular_file(source, error)) return false;
        if (source.extension() == ".zip") return true;
        std::string magic(2, '\0');
        std::ifstream(source, std::ios::binary).read(magic.data(), 2);
        return magic == "PK";
    }

    Dataset read(const fs::path& source, const MoleculeOptions&) const override {
        return read_tu(ZipFiles(source));
    }

    std::unique_ptr<DatasetStream> stream(const fs::path& source, std::size_t graphs_per_block,
                                          const MoleculeOptions&) const override {
        return stream_tu(std::make_unique<ZipFiles>(source), graphs_per_block);
    }
};

}  // namespace

std::unique_ptr<Reader> make_tu_zip(const Spec&) { return std::make_unique<TuZip>(); }

}  // namespace dhgak
