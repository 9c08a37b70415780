// SPDX-License-Identifier: MIT
#include "graph/molecules/text_lines.h"

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <new>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <sys/stat.h>
#include <zlib.h>

#include "dhgak/core/error.h"
#include "dhgak/core/interrupt.h"
#include "graph/unpacking.h"
#include "io/open_input.h"

namespace dhgak {
namespace {

constexpr unsigned kBuffer = 1U << 14;
constexpr std::uint64_t kMostUnpacked = std::uint64_t{1} << 28;  // beyond it packing is looked at

std::uint64_t size_of(const Descriptor& file) {
    struct stat status = {};
    return ::fstat(file.number(), &status) == 0 ? static_cast<std::uint64_t>(status.st_size) : 0;
}

struct CloseGz {
    void operator()(gzFile file) const { gzclose(file); }
};

}  // namespace

struct TextLines::State {
    std::string place;
    std::size_t longest = 0;
    std::uint64_t packed_size = 0, read = 0;  // read: unpacked so far
    std::unique_ptr<gzFile_s, CloseGz> file;
    std::vector<char> buffer = std::vector<char>(kBuffer);
    std::string_view unread;  // of the buffer
    std::size_t number = 0;

    // False at the end of the file.
    bool fill() {
        throw_if_interrupted();
        const int count = gzread(file.get(), buffer.data(), kBuffer);
        int code = 0;
        const char* reason = gzerror(file.get(), &code);
        if (count < 0 || code < 0)
            throw InputError(fmt::format("{}: cannot be read: {}; is the file whole?", place,
                                         code == Z_ERRNO ? std::strerror(errno) : reason));
        unread = {buffer.data(), static_cast<std::size_t>(count)};
        read += unread.size();
        require_usual_packing(place, read, packed_size, kMostUnpacked);
        return count > 0;
    }
};

TextLines::TextLines(const std::filesystem::path& path, std::size_t longest)
    : state_(std::make_unique<State>()) {
    state_->place = path.string();
    state_->longest = longest;
    Descriptor file = open_plain_file(path);
    state_->packed_size = size_of(file);
    state_->file.reset(gzdopen(file.number(), "rb"));
    if (!state_->file) throw std::bad_alloc();  // the only reason that is left
    file.release();
    gzbuffer(state_->file.get(), kBuffer);
    state_->fill();
    if (state_->unread.starts_with("\xEF\xBB\xBF")) state_->unread.remove_prefix(3);
    if (state_->unread.starts_with("\xFF\xFE") || state_->unread.starts_with("\xFE\xFF"))
        throw InputError(state_->place + ": is UTF-16 text; save it as UTF-8");
}

TextLines::~TextLines() = default;
TextLines::TextLines(TextLines&&) noexcept = default;

const std::string& TextLines::place() const { return state_->place; }
std::size_t TextLines::longest() const { return state_->longest; }
std::size_t TextLines::number() const { return state_->number; }

bool TextLines::next(std::string& line) {
    State& state = *state_;
    line.clear();
    bool any = false;
    while (!state.unread.empty() || state.fill()) {
        any = true;
        const std::size_t length = std::min(state.unread.find('\n'), state.unread.size());
        if (length > state.longest - line.size())
            throw InputError(fmt::format("{}:{}: the line is longer than {} bytes; {}", state.place,
                                         state.number + 1, state.longest, kRaiseLongest));
        line += state.unread.substr(0, length);
        const bool ends = length < state.unread.size();
        state.unread.remove_prefix(ends ? length + 1 : length);
        if (ends) break;
    }
    if (!any) return false;
    ++state.number;
    if (line.ends_with('\r')) line.pop_back();
    if (line.find('\0') != std::string::npos)
        throw InputError(
            fmt::format("{}:{}: has a zero byte; this is no text file", state.place, state.number));
    return true;
}

}  // namespace dhgak
