// SPDX-License-Identifier: MIT
#include "dhgak/hub/hub.h"

#include <cstdlib>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/file.h>

#include "dhgak/core/error.h"
#include "hub/loopback_hub.h"

namespace dhgak {
namespace {

TEST(Checksum, KnowsThePublishedVectors) {
    EXPECT_EQ(digest_of("abc", sha256_of),
              "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    EXPECT_EQ(digest_of("", git_blob_id), "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391");
    EXPECT_EQ(digest_of("hello\n", git_blob_id), "ce013625030ba8dba906f756967f9e9ca394464a");
}

TEST(Hub, FetchesAWholeModelOnce) {
    const Hub hub;
    EXPECT_FALSE(is_downloaded("owner/model", hub.options().place));
    const fs::path folder = hub.get();
    EXPECT_EQ(folder, hub.cache.path() / "owner--model");
    EXPECT_EQ(names_in(folder), (std::set<std::string>{"config.json", "model.safetensors",
                                                       "tokenizer_config.json", "vocab.txt"}));
    EXPECT_EQ(sha256_of(folder / "model.safetensors"), digest_of(hub.weights, sha256_of));
    EXPECT_TRUE(is_downloaded("owner/model", hub.options().place));

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

TEST(Hub, RemovesFilesWithAWrongChecksum) {
    Hub hub;
    hub.bend = [&](const Request& request, Response& response) {
        if (request.path == "/storage") response.body.back() ^= 1;
    };
    const std::string message = message_of<Error>([&] { hub.get(); });
    EXPECT_NE(message.find("expected " + digest_of(hub.weights, sha256_of)), std::string::npos)
        << message;
    EXPECT_EQ(names_in(model_folder("owner/model", hub.options().place)),
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
    options.place.cache_dir = cache.path();
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

TEST(Hub, SharesNoFolderWithAnotherDownload) {
    const Hub hub;
    const fs::path folder = model_folder("owner/model", hub.options().place);
    fs::create_directories(folder);
    const int lock = ::open((folder / ".lock").c_str(), O_RDWR | O_CREAT, 0644);
    ASSERT_EQ(::flock(lock, LOCK_EX), 0);
    EXPECT_NE(message_of<Error>([&] { hub.get(); }).find("another"), std::string::npos);
    ::close(lock);
    EXPECT_NO_THROW(hub.get());
}

TEST(Hub, SaysWhenTheDiskRefuses) {
    const Hub hub;
    const fs::path folder = model_folder("owner/model", hub.options().place);
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
    EXPECT_THROW(get_model("a/b", {.base_url = "ftp://x", .place = {.cache_dir = "c"}}),
                 ConfigError);
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
