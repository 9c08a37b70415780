// SPDX-License-Identifier: MIT
#include "hub/http_transfer.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <exception>
#include <memory>
#include <optional>
#include <string_view>

#include <curl/curl.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "dhgak/core/error.h"
#include "dhgak/core/interrupt.h"
#include "dhgak/core/progress.h"
#include "dhgak/core/version.h"

namespace dhgak {
namespace {

std::string_view trim(std::string_view text) {
    constexpr std::string_view kBlanks = " \t\r\n";
    const std::size_t begin = text.find_first_not_of(kBlanks);
    if (begin == std::string_view::npos) return {};
    return text.substr(begin, text.find_last_not_of(kBlanks) - begin + 1);
}

std::uint64_t number_or_zero(std::string_view text) {
    std::uint64_t value = 0;
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
}

// The file that grows. Writes are checked one by one, so that a full disk is known as such.
class PartFile {
public:
    explicit PartFile(const std::filesystem::path& path) : path_(path) {
        descriptor_ = ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
        if (descriptor_ < 0) fail();
        const off_t end = ::lseek(descriptor_, 0, SEEK_END);
        if (end < 0) fail();
        size_ = static_cast<std::uint64_t>(end);
    }
    ~PartFile() { ::close(descriptor_); }
    PartFile(const PartFile&) = delete;
    PartFile& operator=(const PartFile&) = delete;

    std::uint64_t size() const { return size_; }

    void clear() {
        if (size_ > 0 && ::ftruncate(descriptor_, 0) != 0) fail();
        size_ = 0;
    }

    void append(std::string_view bytes) {
        while (!bytes.empty()) {
            const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
            if (written < 0 && errno == EINTR) continue;
            if (written <= 0) fail();
            bytes.remove_prefix(static_cast<std::size_t>(written));
            size_ += static_cast<std::uint64_t>(written);
        }
    }

private:
    [[noreturn]] void fail() const {
        const int reason = errno;
        throw Error(fmt::format("cannot write {}: {}{}", path_.string(), std::strerror(reason),
                                reason == ENOSPC || reason == EDQUOT
                                    ? "; make room or choose another folder with DHGAK_CACHE"
                                    : ""));
    }

    std::filesystem::path path_;
    int descriptor_ = -1;
    std::uint64_t size_ = 0;
};

class Exchange {
public:
    Exchange(const std::filesystem::path& part, const std::string& label)
        : part_(part), label_(label), start_(part_.size()) {}

    void perform(const std::string& url, const std::string& validator,
                 std::chrono::seconds stall_limit) {
        const std::unique_ptr<CURL, decltype(&curl_easy_cleanup)> handle(curl_easy_init(),
                                                                         curl_easy_cleanup);
        if (!handle) throw Error("libcurl cannot be started");
        curl_ = handle.get();
        char reason[CURL_ERROR_SIZE] = "";
        const std::string range = fmt::format("{}-", start_);
        curl_slist* extra = nullptr;
        if (start_ > 0) {
            set(CURLOPT_RANGE, range.c_str());
            if (!validator.empty())
                extra = curl_slist_append(extra, ("If-Range: " + validator).c_str());
        }
        const std::unique_ptr<curl_slist, decltype(&curl_slist_free_all)> owner(
            extra, curl_slist_free_all);
        const bool is_secure = url.starts_with("https:");
        set(CURLOPT_HTTPHEADER, extra);
        set(CURLOPT_URL, url.c_str());
        set(CURLOPT_USERAGENT, agent_.c_str());
        set(CURLOPT_ERRORBUFFER, reason);
        set(CURLOPT_NOSIGNAL, 1L);
        set(CURLOPT_FOLLOWLOCATION, 1L);
        set(CURLOPT_MAXREDIRS, 10L);
        set(CURLOPT_PROTOCOLS_STR, "http,https");
        set(CURLOPT_REDIR_PROTOCOLS_STR, is_secure ? "https" : "http,https");
        set(CURLOPT_CONNECTTIMEOUT, static_cast<long>(stall_limit.count()));
        set(CURLOPT_LOW_SPEED_LIMIT, 1L);
        set(CURLOPT_LOW_SPEED_TIME, static_cast<long>(stall_limit.count()));
        set(CURLOPT_NOPROGRESS, 0L);
        set(CURLOPT_XFERINFODATA, this);
        set(CURLOPT_XFERINFOFUNCTION, &on_progress);
        set(CURLOPT_HEADERDATA, this);
        set(CURLOPT_HEADERFUNCTION, &on_header);
        set(CURLOPT_WRITEDATA, this);
        set(CURLOPT_WRITEFUNCTION, &on_body);

        const CURLcode code = curl_easy_perform(curl_);
        if (thrown_) std::rethrow_exception(thrown_);
        curl_easy_getinfo(curl_, CURLINFO_RESPONSE_CODE, &result.status);
        if (code != CURLE_OK) result.problem = *reason ? reason : curl_easy_strerror(code);
    }

    Transfer result;

private:
    template <typename Value>
    void set(CURLoption option, Value value) {
        if (curl_easy_setopt(curl_, option, value) != CURLE_OK)
            throw Error("this libcurl lacks an option that downloads need");
    }

    // Exceptions must not travel through C: they wait until libcurl has returned.
    template <typename Action>
    bool guarded(Action action) {
        try {
            action();
            return true;
        } catch (...) {
            thrown_ = std::current_exception();
            return false;
        }
    }

    static int on_progress(void* self, curl_off_t, curl_off_t, curl_off_t, curl_off_t) {
        return static_cast<Exchange*>(self)->guarded([] { throw_if_interrupted(); }) ? 0 : 1;
    }

    static std::size_t on_header(char* data, std::size_t, std::size_t size, void* self) {
        auto& exchange = *static_cast<Exchange*>(self);
        const std::string_view line(data, size);
        const std::size_t colon = line.find(':');
        const bool good = exchange.guarded([&] {
            if (line.starts_with("HTTP/")) {  // the next hop: what the last one said of its body
                for (const char* name : {"etag", "content-length", "content-range"})
                    exchange.result.headers.erase(name);
            } else if (colon != std::string_view::npos) {
                std::string name(line.substr(0, colon));
                std::ranges::transform(name, name.begin(), [](unsigned char c) {
                    return static_cast<char>(c >= 'A' && c <= 'Z' ? c + 'a' - 'A' : c);
                });
                exchange.result.headers[name] = trim(line.substr(colon + 1));
            }
        });
        return good ? size : 0;
    }

    static std::size_t on_body(char* data, std::size_t, std::size_t size, void* self) {
        auto& exchange = *static_cast<Exchange*>(self);
        return exchange.guarded([&] { exchange.take({data, size}); }) ? size : 0;
    }

    void take(std::string_view bytes) {
        long status = 0;
        curl_easy_getinfo(curl_, CURLINFO_RESPONSE_CODE, &status);
        if (status != 200 && status != 206) return;
        if (!progress_) {
            // "bytes 100-199/200"
            const std::string& range = result.headers["content-range"];
            const std::size_t digits = range.find_first_of("0123456789");
            const bool goes_on = status == 206 && digits != std::string::npos &&
                                 number_or_zero(std::string_view(range).substr(digits)) == start_;
            if (status == 206 && !goes_on)
                throw Error(fmt::format("{}: the server sent '{}' when asked for bytes from {}",
                                        label_, range, start_));
            if (!goes_on) part_.clear();
            const std::uint64_t rest = number_or_zero(result.headers["content-length"]);
            progress_.emplace(label_, part_.size() + rest);
            progress_->advance(part_.size());
        }
        part_.append(bytes);
        progress_->advance(bytes.size());
    }

    PartFile part_;
    std::string label_;
    std::uint64_t start_;
    std::string agent_ = "dhgak/" + std::string(version());
    CURL* curl_ = nullptr;
    std::optional<Progress> progress_;
    std::exception_ptr thrown_;
};

}  // namespace

Transfer transfer(const std::string& url, const std::filesystem::path& part,
                  const std::string& validator, std::chrono::seconds stall_limit,
                  const std::string& label) {
    static const CURLcode started = curl_global_init(CURL_GLOBAL_DEFAULT);
    if (started != CURLE_OK) throw Error("libcurl cannot be started");
    Exchange exchange(part, label);
    exchange.perform(url, validator, stall_limit);
    return exchange.result;
}

}  // namespace dhgak
