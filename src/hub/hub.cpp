// SPDX-License-Identifier: MIT
#include "dhgak/hub/hub.h"

#include <cstdlib>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include "dhgak/bert/bert_config.h"
#include "dhgak/core/error.h"
#include "hub/download.h"

namespace dhgak {
namespace {

namespace fs = std::filesystem;

// A branch's name may have slashes, which are no folders of the address.
std::string escaped(std::string_view revision) {
    std::string text;
    for (const char c : revision) c == '/' ? text += "%2F" : text += c;
    return text;
}

std::string base_url(const HubOptions& options) {
    std::string url = options.base_url;
    if (const char* endpoint = std::getenv("HF_ENDPOINT"); url.empty() && endpoint) url = endpoint;
    if (url.empty()) url = "https://huggingface.co";
    while (url.ends_with('/')) url.pop_back();
    if (!url.starts_with("https://") && !url.starts_with("http://"))
        throw ConfigError(fmt::format("base address '{}'; expected https://HOST", url));
    return url;
}

// Two programs must not append to the same part file.
class FolderLock {
public:
    explicit FolderLock(const fs::path& folder) {
        descriptor_ = ::open((folder / ".lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
        if (descriptor_ < 0 || ::flock(descriptor_, LOCK_EX | LOCK_NB) != 0) {
            if (descriptor_ >= 0) ::close(descriptor_);
            throw Error(fmt::format("{}: cannot be locked; is another download of it running?",
                                    folder.string()));
        }
    }
    ~FolderLock() { ::close(descriptor_); }
    FolderLock(const FolderLock&) = delete;
    FolderLock& operator=(const FolderLock&) = delete;

private:
    int descriptor_;
};

class Fetcher {
public:
    Fetcher(const std::string& repository, const fs::path& folder, const HubOptions& options)
        : repository_(repository),
          folder_(folder),
          address_(base_url(options)),
          revision_(options.place.revision),
          retry_{options.attempts, options.pause, options.stall_limit} {}

    bool fetch(const char* name) {
        std::error_code ignored;
        if (fs::is_regular_file(folder_ / name, ignored)) return true;
        const std::string url =
            fmt::format("{}/{}/resolve/{}/{}", address_, repository_, escaped(revision_), name);
        const Download result = download(url, folder_ / name, retry_);
        // All files from one state of the model, even if its owner changes it meanwhile.
        if (!result.commit.empty()) revision_ = result.commit;
        return result.found;
    }

    void require(const char* name, const std::string& remedy) {
        if (!fetch(name))
            throw InputError(fmt::format("{}/{}: no {} at revision '{}'; {}", address_, repository_,
                                         name, revision_, remedy));
    }

private:
    std::string repository_;
    fs::path folder_;
    std::string address_;
    std::string revision_;
    Retry retry_;
};

void fetch_all(Fetcher& fetcher, const fs::path& folder) {
    fetcher.require("config.json", "check the name");
    try {
        read_bert_config(folder);  // refused now rather than after the weights
    } catch (const InputError&) {
        fs::remove(folder / "config.json");
        throw;
    }
    fetcher.fetch("tokenizer_config.json");
    const bool has_tokenizer = fetcher.fetch("tokenizer.json");
    if (!has_tokenizer) fetcher.require("vocab.txt", "BERT needs it or tokenizer.json");
    fetcher.require(
        "model.safetensors",
        "convert it with transformers: "
        "AutoModel.from_pretrained(NAME).save_pretrained(FOLDER), then bert:dir=FOLDER");
}

}  // namespace

fs::path get_model(std::string_view name, const HubOptions& options) {
    fs::path folder = model_folder(name, options.place);
    if (is_downloaded(name, options.place)) return folder;
    Fetcher fetcher(model_repository(name), folder, options);
    try {
        fs::create_directories(folder);
        const FolderLock lock(folder);
        fetch_all(fetcher, folder);
    } catch (const fs::filesystem_error& error) {
        throw Error(
            fmt::format("cannot write {}: {}", error.path1().string(), error.code().message()));
    }
    return folder;
}

}  // namespace dhgak
