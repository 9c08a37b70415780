// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "dhgak/core/error.h"
#include "dhgak/core/interrupt.h"
#include "hub/loopback_hub.h"

namespace dhgak {
namespace {

TEST(HubDownload, GoesOnWhereTheConnectionWasCut) {
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

TEST(HubDownload, GoesOnInTheNextRun) {
    Hub hub;
    hub.bend = [&](const Request& request, Response& response) {
        if (request.path == "/storage") response.cut_after = 1000;
    };
    EXPECT_THROW(hub.get(), Error);
    const fs::path folder = model_folder("owner/model", hub.options().place);
    EXPECT_EQ(fs::file_size(folder / "model.safetensors.part"), 4000U);
    EXPECT_FALSE(is_downloaded("owner/model", hub.options().place));
    hub.bend = nullptr;
    hub.get();
    EXPECT_EQ(hub.server.requests().back().header("range"), "bytes=4000-");
    EXPECT_EQ(hub.cache.read("owner--model/model.safetensors"), hub.weights);
    EXPECT_EQ(names_in(folder).size(), 4U);
}

TEST(HubDownload, StartsAfreshWhenTheServerIgnoresRanges) {
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

TEST(HubDownload, StartsAfreshWhenTheFileHasChanged) {
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

TEST(HubDownload, AcceptsAPartThatWasCompleteAlready) {
    const Hub hub;
    fs::create_directories(hub.cache.path() / "owner--model");
    hub.cache.write("owner--model/model.safetensors.part", hub.weights);
    hub.get();
    EXPECT_EQ(hub.num_requests("/storage"), 1U);
    EXPECT_EQ(hub.cache.read("owner--model/model.safetensors"), hub.weights);
}

TEST(HubDownload, ReplacesAPartThatIsNotTheServersFile) {
    const Hub hub;
    for (const std::size_t size : {std::size_t{1000}, hub.weights.size() + 5}) {
        fs::remove_all(hub.cache.path() / "owner--model");
        fs::create_directories(hub.cache.path() / "owner--model");
        hub.cache.write("owner--model/model.safetensors.part", std::string(size, 'x'));
        hub.get();
        EXPECT_EQ(hub.cache.read("owner--model/model.safetensors"), hub.weights);
    }
}

TEST(HubDownload, TriesAgainWhenTheServerIsBusy) {
    Hub hub;
    int refusals = 3;
    hub.bend = [&](const Request&, Response& response) {
        if (refusals-- > 0) response = {.status = refusals % 2 == 0 ? 503 : 429};
    };
    EXPECT_NO_THROW(hub.get());
    refusals = 100;
    fs::remove_all(model_folder("owner/model", hub.options().place));
    EXPECT_NE(message_of<Error>([&] { hub.get(); }).find("answered"), std::string::npos);
}

TEST(HubDownload, StopsOnInterruptAndKeepsWhatItHas) {
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

}  // namespace
}  // namespace dhgak
