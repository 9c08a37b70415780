// SPDX-License-Identifier: MIT
#include "dhgak/hub/hub.h"

#include <algorithm>
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

// Plain BERT encoders whose repositories hold model.safetensors.
constexpr KnownModel kModels[] = {
    {"all-MiniLM-L12-v2", "sentence-transformers/all-MiniLM-L12-v2",
     "12 layers of width 384, for sentences", 134},
    {"all-MiniLM-L6-v2", "sentence-transformers/all-MiniLM-L6-v2",
     "6 layers of width 384, for sentences; small and fast", 92},
    {"bert-base-cased", "google-bert/bert-base-cased", "12 layers of width 768, upper case kept",
     436},
    {"bert-base-multilingual-cased", "google-bert/bert-base-multilingual-cased",
     "12 layers of width 768, 104 languages", 716},
    {"bert-base-uncased", "google-bert/bert-base-uncased",
     "12 layers of width 768; the paper's model", 441},
    {"bert-large-uncased", "google-bert/bert-large-uncased", "24 layers of width 1024", 1346},
};

bool is_name(std::string_view text) {
    const auto is_allowed = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               c == '-' || c == '_' || c == '.';
    };
    return !text.empty() && text.front() != '.' && text.find("..") == std::string_view::npos &&
           std::ranges::all_of(text, is_allowed);
}

std::string repository_of(std::string_view name) {
    const auto known = std::ranges::find(kModels, name, &KnownModel::name);
    if (known != std::end(kModels)) return std::string(known->repository);
    const std::size_t slash = name.find('/');
    if (slash != std::string_view::npos && is_name(name.substr(0, slash)) &&
        is_name(name.substr(slash + 1)))
        return std::string(name);
    std::string names;
    for (const KnownModel& model : kModels) names += fmt::format(" {}", model.name);
    throw ConfigError(
        fmt::format("unknown model '{}'; known:{}, or owner/name of any BERT on the "
                    "hub",
                    name, names));
}

std::string variable(const char* name) {
    const char* value = std::getenv(name);
    return value ? value : "";
}

std::string replaced(std::string text, char old, std::string_view with) {
    for (std::size_t at = 0; (at = text.find(old, at)) != std::string::npos; at += with.size())
        text.replace(at, 1, with);
    return text;
}

std::string base_url(const HubOptions& options) {
    std::string url = options.base_url;
    if (url.empty()) url = variable("HF_ENDPOINT");
    if (url.empty()) url = "https://huggingface.co";
    while (url.ends_with('/')) url.pop_back();
    if (!url.starts_with("https://") && !url.starts_with("http://"))
        throw ConfigError(fmt::format("base address '{}'; expected https://HOST", url));
    return url;
}

bool is_complete(const fs::path& folder) {
    std::error_code ignored;
    const auto has = [&](const char* name) { return fs::is_regular_file(folder / name, ignored); };
    return has("config.json") && has("model.safetensors") &&
           (has("tokenizer.json") || has("vocab.txt"));
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
          revision_(options.revision),
          retry_{options.attempts, options.pause, options.stall_limit} {}

    bool fetch(const char* name) {
        std::error_code ignored;
        if (fs::is_regular_file(folder_ / name, ignored)) return true;
        const std::string url = fmt::format("{}/{}/resolve/{}/{}", address_, repository_,
                                            replaced(revision_, '/', "%2F"), name);
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

std::span<const KnownModel> known_models() { return kModels; }

fs::path default_model_cache() {
    if (const std::string cache = variable("DHGAK_CACHE"); !cache.empty())
        return fs::path(cache) / "models";
    if (const std::string cache = variable("XDG_CACHE_HOME"); !cache.empty())
        return fs::path(cache) / "dhgak" / "models";
    if (const std::string home = variable("HOME"); !home.empty())
        return fs::path(home) / ".cache" / "dhgak" / "models";
    throw ConfigError("no place for models: set DHGAK_CACHE to a folder");
}

fs::path model_folder(std::string_view name, const HubOptions& options) {
    std::string folder = replaced(repository_of(name), '/', "--");
    if (options.revision != "main") {
        const std::string revision = replaced(options.revision, '/', "--");
        if (!is_name(revision))
            throw ConfigError(
                fmt::format("revision '{}'; expected a branch, tag or commit", options.revision));
        folder += "@" + revision;
    }
    return (options.cache_dir.empty() ? default_model_cache() : options.cache_dir) / folder;
}

bool is_downloaded(std::string_view name, const HubOptions& options) {
    return is_complete(model_folder(name, options));
}

fs::path get_model(std::string_view name, const HubOptions& options) {
    fs::path folder = model_folder(name, options);
    if (is_complete(folder)) return folder;
    Fetcher fetcher(repository_of(name), folder, options);
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
