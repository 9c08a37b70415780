// SPDX-License-Identifier: MIT
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "dhgak/core/error.h"
#include "dhgak/core/spec.h"
#include "dhgak/graph/reader.h"
#include "graph/tu/files.h"
#include "graph/tu/names.h"
#include "graph/tu/stream.h"

namespace dhgak {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> list_names(const fs::path& folder) {
    std::error_code error;
    std::vector<std::string> names;
    fs::directory_iterator entry(folder, error);
    for (; !error && entry != fs::directory_iterator(); entry.increment(error))
        names.push_back(entry->path().filename().string());
    if (error)
        throw InputError(fmt::format("{}: cannot be read: {}", folder.string(), error.message()));
    return names;
}

class FolderFiles : public TuFiles {
public:
    explicit FolderFiles(const fs::path& folder) : folder_(folder) {
        std::error_code error;
        const fs::path absolute = fs::canonical(folder, error);  // `.` and `MUTAG/` have names too
        name_ = choose_prefix(folder.string(), absolute.filename().string(), list_names(folder));
    }

    std::string name() const override { return name_; }
    std::string place(std::string_view part) const override { return path(part).string(); }

    std::optional<TextFile> open(std::string_view part) const override {
        std::error_code error;
        if (!fs::exists(fs::symlink_status(path(part), error))) return std::nullopt;
        return TextFile(path(part));
    }

    std::unique_ptr<TextStream> stream(std::string_view part) const override {
        std::error_code error;
        if (!fs::exists(fs::symlink_status(path(part), error))) return nullptr;
        return open_text_stream(path(part));
    }

private:
    fs::path path(std::string_view part) const {
        return folder_ / fmt::format("{}_{}.txt", name_, part);
    }

    fs::path folder_;
    std::string name_;
};

class TuFolder : public Reader {
public:
    bool accepts(const fs::path& source) const override {
        std::error_code error;
        return fs::is_directory(source, error);
    }

    Dataset read(const fs::path& source, const MoleculeOptions&) const override {
        return read_tu(FolderFiles(source));
    }

    std::unique_ptr<DatasetStream> stream(const fs::path& source, std::size_t graphs_per_block,
                                          const MoleculeOptions&) const override {
        return stream_tu(std::make_unique<FolderFiles>(source), graphs_per_block);
    }
};

}  // namespace

std::unique_ptr<Reader> make_tu_folder(const Spec&) { return std::make_unique<TuFolder>(); }

}  // namespace dhgak
