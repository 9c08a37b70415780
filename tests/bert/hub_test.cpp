// SPDX-License-Identifier: MIT
#include "dhgak/bert/hub.h"

#include <chrono>
#include <cstdlib>
#include <set>
#include <string>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/file.h>

#include "bert/checksum.h"
#include "bert/loopback_server.h"
#include "dhgak/core/error.h"
#include "dhgak/core/interrupt.h"
#include "support/scratch_folder.h"

namespace dhgak {
namespace {

namespace fs = std::filesystem;

const std::string kConfig =
    R"({"model_type": "bert", "vocab_size": 9, "hidden_size": 4, "num_hidden_layers": 1,
        "num_attention_heads": 2, "intermediate_size": 8, "max_position_embeddings": 16})";
const std::string kRoot = "/owner/model/resolve/";

std::string large_body() {
    std::string bytes(300000, '\0');
    for (std::size_t i = 0; i < bytes.size(); ++i)
        bytes[i] = static_cast<char>(i * 2654435761U >> 7);
    return bytes;
}

std::string digest_of(const std::string& bytes, std::string (*method)(const fs::path&)) {
    const ScratchFolder folder;
    return method(folder.write("f", bytes));
}

// A hub with one model. Small files are named by git's blob id, as the real one does, and the
// weights lie behind a redirect that announces their SHA-256. Tests bend single answers.
class Hub {
public:
    Hub()
        : server([this](const Request& request) {
              Response response = usual(request);
              if (bend) bend(request, response);
              return response;
          }) {}

    HubOptions options() const {
        return {.base_url = server.url(),
                .cache_dir = cache.path(),
                .attempts = 4,
                .pause = std::chrono::milliseconds(1),
                .stall_limit = std::chrono::seconds(2)};
    }

    fs::path get() const { return get_model("owner/model", options()); }

    std::size_t num_requests(const std::string& end) const {
        std::size_t count = 0;
        for (const Request& request : server.requests()) count += request.path.ends_with(end);
        return count;
    }

    Response send(const Request& request, const std::string& body, const std::string& tag) const {
        Response response = {.headers = {{"ETag", tag}}, .body = body};
        const std::string range = request.header("range"), condition = request.header("if-range");
        if (range.empty() || (!condition.empty() && condition != tag)) return response;
        const std::size_t start = std::stoul(range.substr(6));
        if (start >= body.size()) {
            response = {.status = 416};
            response.headers["Content-Range"] = "bytes */" + std::to_string(body.size());
            return response;
        }
        response.status = 206;
        response.body = body.substr(start);
        response.headers["Content-Range"] = "bytes " + std::to_string(start) + "-" +
                                            std::to_string(body.size() - 1) + "/" +
                                            std::to_string(body.size());
        return response;
    }

    ScratchFolder cache;
    std::map<std::string, std::string> files = {
        {"config.json", kConfig}, {"vocab.txt", "[UNK]\na\n"}, {"tokenizer_config.json", "{}"}};
    std::string weights = large_body();
    std::function<void(const Request&, Response&)> bend;
    LoopbackServer server;

private:
    Response usual(const Request& request) const {
        if (request.path == "/storage") return send(request, weights, "\"bytes-of-storage\"");
        const std::string name = request.path.substr(request.path.rfind('/') + 1);
        const bool is_ours =
            request.path == kRoot + "main/" + name || request.path == kRoot + "0123abcd/" + name;
        if (is_ours && name == "model.safetensors")
            return {.status = 302,
                    .headers = {{"Location", server.url() + "/storage"},
                                {"X-Linked-Size", std::to_string(weights.size())},
                                {"X-Linked-ETag", '"' + digest_of(weights, sha256_of) + '"'}}};
        const auto file = files.find(name);
        if (!is_ours || file == files.end()) return {.status = 404, .body = "Entry not found"};
        Response response =
            send(request, file->second, '"' + digest_of(file->second, git_blob_id) + '"');
        response.headers["X-Repo-Commit"] = "0123abcd";
        return response;
    }
};

// The files of the folder, the lock aside.
std::set<std::string> names_in(const fs::path& folder) {
    std::set<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder)) names.insert(entry.path().filename());
    names.erase(".lock");
    return names;
}

TEST(Checksum, KnowsThePublishedVectors) {
    EXPECT_EQ(digest_of("abc", sha256_of),
              "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    EXPECT_EQ(digest_of("", git_blob_id), "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391");
    EXPECT_EQ(digest_of("hello\n", git_blob_id), "ce013625030ba8dba906f756967f9e9ca394464a");
}

TEST(Hub, FetchesAWholeModelOnce) {
    const Hub hub;
    EXPECT_FALSE(is_downloaded("owner/model", hub.options()));
    const fs::path folder = hub.get();
    EXPECT_EQ(folder, hub.cache.path() / "owner--model");
    EXPECT_EQ(names_in(folder), (std::set<std::string>{"config.json", "model.safetensors",
                                                       "tokenizer_config.json", "vocab.txt"}));
    EXPECT_EQ(sha256_of(folder / "model.safetensors"), digest_of(hub.weights, sha256_of));
    EXPECT_TRUE(is_downloaded("owner/model", hub.options()));

    const std::size_t before = hub.server.requests().size();
    EXPECT_EQ(hub.get(), folder);
    EXPECT_EQ(hub.server.requests().size(), before) << "asked again for what it had";
}

TEST(Hub, TakesAllFilesFromOneCommit) {
    const Hub hub;
    hub.get();
    EXPECT_EQ(hub.server.requests().front().path, kRoot + "main/config.json");
    EXPECT_EQ(hub.num_requests("0123abcd/vocab.txt"), 1U);
    EXPECT_EQ(hub.num_requests("0123abcd/model.safetensors"), 1U);
}

TEST(Hub, GoesOnWhereTheConnectionWasCut) {
    Hub hub;
    int cuts = 2;
    hub.bend = [&](const Request& request, Response& response) {
        if (request.path == "/storage" && cuts-- > 0) response.cut_after = 100000;
    };
    const fs::path folder = hub.get();
    EXPECT_EQ(sha256_of(folder / "model.safetensors"), digest_of(hub.weights, sha256_of));
    std::vector<std::string> ranges, conditions;
    for (const Request& request : hub.server.requests())
        if (request.path == "/storage") {
            ranges.push_back(request.header("range"));
            conditions.push_back(request.header("if-range"));
        }
    EXPECT_EQ(ranges, (std::vector<std::string>{"", "bytes=100000-", "bytes=200000-"}));
    EXPECT_EQ(conditions[1], "\"bytes-of-storage\"");
}

TEST(Hub, GoesOnInTheNextRun) {
    Hub hub;
    hub.bend = [&](const Request& request, Response& response) {
        if (request.path == "/storage") response.cut_after = 1000;
    };
    EXPECT_THROW(hub.get(), Error);
    const fs::path folder = model_folder("owner/model", hub.options());
    EXPECT_EQ(fs::file_size(folder / "model.safetensors.part"), 4000U);
    EXPECT_FALSE(is_downloaded("owner/model", hub.options()));
    hub.bend = nullptr;
    hub.get();
    EXPECT_EQ(hub.server.requests().back().header("range"), "bytes=4000-");
    EXPECT_EQ(hub.cache.read("owner--model/model.safetensors"), hub.weights);
    EXPECT_EQ(names_in(folder).size(), 4U);
}

TEST(Hub, StartsAfreshWhenTheServerIgnoresRanges) {
    Hub hub;
    int cuts = 1;
    hub.bend = [&](const Request& request, Response& response) {
        if (request.path != "/storage") return;
        response = {.body = hub.weights};
        if (cuts-- > 0) response.cut_after = 5000;
    };
    hub.get();
    EXPECT_EQ(hub.num_requests("/storage"), 2U);
    EXPECT_EQ(hub.cache.read("owner--model/model.safetensors"), hub.weights);
}

TEST(Hub, StartsAfreshWhenTheFileHasChanged) {
    Hub hub;
    hub.bend = [&](const Request& request, Response& response) {
        if (request.path == "/storage") response.cut_after = 1000;
    };
    EXPECT_THROW(hub.get(), Error);
    hub.weights = std::string(20000, 'n');
    hub.bend = [&](const Request& request, Response& response) {
        if (request.path == "/storage") response = hub.send(request, hub.weights, "\"new\"");
    };
    hub.get();
    EXPECT_EQ(hub.cache.read("owner--model/model.safetensors"), hub.weights);
}

TEST(Hub, AcceptsAPartThatWasCompleteAlready) {
    const Hub hub;
    fs::create_directories(hub.cache.path() / "owner--model");
    hub.cache.write("owner--model/model.safetensors.part", hub.weights);
    hub.get();
    EXPECT_EQ(hub.num_requests("/storage"), 1U);
    EXPECT_EQ(hub.cache.read("owner--model/model.safetensors"), hub.weights);
}

TEST(Hub, ReplacesAPartThatIsNotTheServersFile) {
    const Hub hub;
    for (const std::size_t size : {std::size_t{1000}, hub.weights.size() + 5}) {
        fs::remove_all(hub.cache.path() / "owner--model");
        fs::create_directories(hub.cache.path() / "owner--model");
        hub.cache.write("owner--model/model.safetensors.part", std::string(size, 'x'));
        hub.get();
        EXPECT_EQ(hub.cache.read("owner--model/model.safetensors"), hub.weights);
    }
}

TEST(Hub, RemovesFilesWithAWrongChecksum) {
    Hub hub;
    hub.bend = [&](const Request& request, Response& response) {
        if (request.path == "/storage") response.body.back() ^= 1;
    };
    const std::string message = message_of<Error>([&] { hub.get(); });
    EXPECT_NE(message.find("expected " + digest_of(hub.weights, sha256_of)), std::string::npos)
        << message;
    EXPECT_EQ(names_in(model_folder("owner/model", hub.options())),
              (std::set<std::string>{"config.json", "tokenizer_config.json", "vocab.txt"}));
    EXPECT_EQ(hub.num_requests("/storage"), 2U) << "once may be bad luck, twice is the server";
}

TEST(Hub, ChecksSmallFilesToo) {
    Hub hub;
    hub.bend = [&](const Request& request, Response& response) {
        if (request.path.ends_with("vocab.txt")) response.body[1] = 'X';
    };
    EXPECT_NE(message_of<Error>([&] { hub.get(); }).find("vocab.txt"), std::string::npos);
    EXPECT_EQ(hub.num_requests("/storage"), 0U);
}

TEST(Hub, TriesAgainWhenTheServerIsBusy) {
    Hub hub;
    int refusals = 3;
    hub.bend = [&](const Request&, Response& response) {
        if (refusals-- > 0) response = {.status = refusals % 2 == 0 ? 503 : 429};
    };
    EXPECT_NO_THROW(hub.get());
    refusals = 100;
    fs::remove_all(model_folder("owner/model", hub.options()));
    EXPECT_NE(message_of<Error>([&] { hub.get(); }).find("answered"), std::string::npos);
}

TEST(Hub, SaysWhichModelOrFileIsMissing) {
    Hub hub;
    const std::string unknown =
        message_of<InputError>([&] { get_model("owner/other", hub.options()); });
    EXPECT_NE(unknown.find("owner/other: no config.json"), std::string::npos) << unknown;
    EXPECT_EQ(hub.server.requests().size(), 1U) << "404 is an answer, not a failure";

    hub.bend = [&](const Request& request, Response& response) {
        if (request.path.ends_with("safetensors")) response = {.status = 404};
    };
    const std::string unsafe = message_of<InputError>([&] { hub.get(); });
    EXPECT_NE(unsafe.find("save_pretrained"), std::string::npos) << unsafe;

    hub.bend = [&](const Request&, Response& response) { response = {.status = 401}; };
    EXPECT_NE(message_of<InputError>([&] { get_model("a/b", hub.options()); }).find("account"),
              std::string::npos);
}

TEST(Hub, RefusesOtherModelsBeforeFetchingTheirWeights) {
    Hub hub;
    hub.files["config.json"] = R"({"model_type": "gpt2"})";
    EXPECT_NE(message_of<InputError>([&] { hub.get(); }).find("gpt2"), std::string::npos);
    EXPECT_EQ(hub.server.requests().size(), 1U);
}

TEST(Hub, NeedsOneOfTheTwoVocabularies) {
    Hub hub;
    hub.files.erase("vocab.txt");
    EXPECT_NE(message_of<InputError>([&] { hub.get(); }).find("tokenizer.json"), std::string::npos);
    hub.files["tokenizer.json"] = "{}";
    EXPECT_NO_THROW(hub.get());
}

TEST(Hub, SaysWhatToDoWithoutANetwork) {
    HubOptions options;
    {
        const Hub gone;
        options = gone.options();
        options.attempts = 2;
    }
    const ScratchFolder cache;
    options.cache_dir = cache.path();
    const std::string message = message_of<Error>([&] { get_model("owner/model", options); });
    EXPECT_NE(message.find("Check the network"), std::string::npos) << message;
}

TEST(Hub, GivesUpOnAServerThatFallsSilent) {
    Hub hub;
    hub.bend = [&](const Request&, Response&) {
        std::this_thread::sleep_for(std::chrono::milliseconds(2500));
    };
    HubOptions options = hub.options();
    options.attempts = 1;
    options.stall_limit = std::chrono::seconds(1);
    EXPECT_THROW(get_model("owner/model", options), Error);
}

TEST(Hub, DoesNotFollowEndlessRedirects) {
    Hub hub;
    hub.bend = [&](const Request& request, Response& response) {
        response = {.status = 302, .headers = {{"Location", hub.server.url() + request.path}}};
    };
    EXPECT_THROW(hub.get(), Error);
    hub.bend = [&](const Request&, Response& response) {
        response = {.status = 302, .headers = {{"Location", "file:///etc/passwd"}}};
    };
    EXPECT_THROW(hub.get(), Error);
}

TEST(Hub, StopsOnInterruptAndKeepsWhatItHas) {
    Hub hub;
    hub.bend = [&](const Request& request, Response& response) {
        if (request.path != "/storage") return;
        response.cut_after = 50000;
        request_interrupt();
    };
    EXPECT_THROW(hub.get(), Interrupted);
    clear_interrupt();
    hub.bend = nullptr;
    hub.get();
    EXPECT_EQ(hub.cache.read("owner--model/model.safetensors"), hub.weights);
}

TEST(Hub, SharesNoFolderWithAnotherDownload) {
    const Hub hub;
    const fs::path folder = model_folder("owner/model", hub.options());
    fs::create_directories(folder);
    const int lock = ::open((folder / ".lock").c_str(), O_RDWR | O_CREAT, 0644);
    ASSERT_EQ(::flock(lock, LOCK_EX), 0);
    EXPECT_NE(message_of<Error>([&] { hub.get(); }).find("another"), std::string::npos);
    ::close(lock);
    EXPECT_NO_THROW(hub.get());
}

TEST(Hub, SaysWhenTheDiskRefuses) {
    const Hub hub;
    const fs::path folder = model_folder("owner/model", hub.options());
    fs::create_directories(folder);
    fs::create_symlink("/dev/full", folder / "config.json.part");
    const std::string message = message_of<Error>([&] { hub.get(); });
    EXPECT_NE(message.find("No space left on device; make room"), std::string::npos) << message;
}

TEST(Hub, KnowsItsModelsAndRefusesOddNames) {
    std::set<std::string_view> names;
    for (const KnownModel& model : known_models()) {
        EXPECT_TRUE(names.insert(model.name).second);
        EXPECT_NO_THROW(model_folder(model.name, {.cache_dir = "c"}));
    }
    EXPECT_TRUE(names.contains("bert-base-uncased"));
    for (const char* name :
         {"", "bert-bas", "a/b/c", "../x", "a/..", "/a", "a/", "a b/c", "a/b?x", "a/b\n", "./a"}) {
        const std::string message =
            message_of<ConfigError>([&] { model_folder(name, {.cache_dir = "c"}); });
        EXPECT_NE(message.find("known: "), std::string::npos) << name;
    }
    EXPECT_THROW(model_folder("a/b", {.cache_dir = "c", .revision = "../../x"}), ConfigError);
    EXPECT_EQ(model_folder("a/b", {.cache_dir = "c", .revision = "refs/pr/1"}),
              fs::path("c/a--b@refs--pr--1"));
    EXPECT_THROW(get_model("a/b", {.base_url = "ftp://x", .cache_dir = "c"}), ConfigError);
}

TEST(Hub, ChoosesItsCacheFromTheEnvironment) {
    ::setenv("DHGAK_CACHE", "/x", 1);
    ::setenv("XDG_CACHE_HOME", "/y", 1);
    ::setenv("HOME", "/z", 1);
    EXPECT_EQ(default_model_cache(), "/x/models");
    ::unsetenv("DHGAK_CACHE");
    EXPECT_EQ(default_model_cache(), "/y/dhgak/models");
    ::unsetenv("XDG_CACHE_HOME");
    EXPECT_EQ(default_model_cache(), "/z/.cache/dhgak/models");
    ::unsetenv("HOME");
    EXPECT_THROW(default_model_cache(), ConfigError);
}

}  // namespace
}  // namespace dhgak
