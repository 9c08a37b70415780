// SPDX-License-Identifier: MIT
#include "hub/download.h"

#include <algorithm>
#include <fstream>
#include <thread>

#include <fmt/format.h>

#include "dhgak/core/error.h"
#include "dhgak/core/interrupt.h"
#include "dhgak/core/log.h"
#include "dhgak/io/atomic_file.h"
#include "hub/checksum.h"
#include "hub/http_transfer.h"

namespace dhgak {
namespace {

namespace fs = std::filesystem;

fs::path beside(fs::path target, const char* ending) { return target += ending; }

std::string header(const Transfer& transfer, const char* name) {
    const auto found = transfer.headers.find(name);
    return found == transfer.headers.end() ? std::string() : found->second;
}

// An ETag without its quotes and its mark of weakness.
std::string bare(std::string tag) {
    if (tag.starts_with("W/")) tag.erase(0, 2);
    std::erase(tag, '"');
    return tag;
}

bool is_digest(const std::string& text, std::size_t length) {
    return text.size() == length && text.find_first_not_of("0123456789abcdef") == std::string::npos;
}

// The ETag under which the bytes of the part file came, for If-Range.
class Validator {
public:
    explicit Validator(const fs::path& target) : file_(beside(target, ".part.etag")) {}

    std::string read() const {
        std::string tag;
        std::ifstream in(file_);
        std::getline(in, tag);
        return tag;
    }
    void write(const std::string& tag) const {
        if (tag.empty() || tag.starts_with("W/"))
            forget();
        else
            std::ofstream(file_) << tag << '\n';
    }
    void forget() const {
        std::error_code ignored;
        fs::remove(file_, ignored);
    }

private:
    fs::path file_;
};

// What is wrong with a finished part file, or nothing. The hub names large files by SHA-256 and
// small ones by git's blob id; a mirror may do neither, and then the length has to do.
std::string fault(const Transfer& transfer, const fs::path& part) {
    const std::string range = header(transfer, "content-range");  // "bytes 100-199/200"
    const std::string length = header(transfer, "x-linked-size");
    const std::string total = !length.empty()  ? length
                              : !range.empty() ? range.substr(range.find('/') + 1)
                                               : header(transfer, "content-length");
    const std::string size = std::to_string(fs::file_size(part));
    if (!total.empty() && total != "*" && total != size)
        return fmt::format("found {} bytes; expected {}", size, total);

    const std::string linked = bare(header(transfer, "x-linked-etag"));
    const std::string tag = linked.empty() ? bare(header(transfer, "etag")) : linked;
    const std::string found = is_digest(tag, 64)   ? sha256_of(part)
                              : is_digest(tag, 40) ? git_blob_id(part)
                                                   : tag;
    if (found != tag) return fmt::format("found checksum {}; expected {}", found, tag);
    return {};
}

bool is_worth_another(const Transfer& transfer) {
    return !transfer.problem.empty() || transfer.status == 408 || transfer.status == 429 ||
           transfer.status >= 500;
}

// Slept in small steps, so that Ctrl-C is heard.
void wait(std::chrono::milliseconds pause) {
    using namespace std::chrono_literals;
    for (; pause > 0ms; pause -= std::min(pause, 100ms)) {
        throw_if_interrupted();
        std::this_thread::sleep_for(std::min(pause, 100ms));
    }
}

void publish(const fs::path& part, const fs::path& target) {
    std::error_code failure;
    sync_file(part);
    fs::rename(part, target, failure);
    if (failure)
        throw Error(fmt::format("cannot write {}: {}", target.string(), failure.message()));
    sync_folder(target.parent_path());
}

}  // namespace

Download download(const std::string& url, const fs::path& target, const Retry& retry) {
    const fs::path part = beside(target, ".part");
    const Validator validator(target);
    const std::string label = target.filename().string();
    std::string problem;
    bool was_faulty = false;
    std::chrono::milliseconds pause = retry.pause;
    for (int attempt = 0; attempt < std::max(retry.attempts, 1); ++attempt) {
        if (attempt > 0) {
            log_warning(fmt::format("{}: {}; trying again", url, problem));
            wait(pause);
            pause *= 2;
        }
        const Transfer result = transfer(url, part, validator.read(), retry.stall_limit, label);
        const bool is_complete =
            result.problem.empty() && (result.status == 200 || result.status == 206 ||
                                       result.status == 416);  // nothing was missing
        if (is_complete) {
            problem = fault(result, part);
            if (problem.empty()) {
                validator.forget();
                publish(part, target);
                return {.found = true, .commit = header(result, "x-repo-commit")};
            }
            // Once may be an old part file or bad luck on the way; twice is the server.
            fs::remove(part);
            validator.forget();
            if (was_faulty)
                throw Error(
                    fmt::format("{}: {}; the file was removed. Try again later or set "
                                "HF_ENDPOINT to another mirror",
                                url, problem));
            was_faulty = true;
            continue;
        }
        if (result.status == 200 || result.status == 206) validator.write(header(result, "etag"));
        if (fs::exists(part) && fs::file_size(part) == 0) fs::remove(part);
        if (result.status == 404 || result.status == 410) return {};
        if (!is_worth_another(result)) {
            const bool is_denied = result.status == 401 || result.status == 403;
            const std::string answer =
                fmt::format("{}: the server answered {}", url, result.status);
            if (is_denied)
                throw InputError(answer + ": no such model, or one that needs an account");
            throw Error(answer);
        }
        problem = !result.problem.empty() ? result.problem
                                          : fmt::format("the server answered {}", result.status);
    }
    throw Error(fmt::format(
        "{}: {}. Check the network and run it again (it goes on where it was cut), set HF_ENDPOINT "
        "to a mirror, or copy a model folder here by hand and name it with bert:dir=",
        url, problem));
}

}  // namespace dhgak
