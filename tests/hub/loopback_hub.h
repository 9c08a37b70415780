// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <map>
#include <set>
#include <string>

#include "dhgak/hub/hub.h"
#include "hub/checksum.h"
#include "hub/loopback_server.h"
#include "support/scratch_folder.h"

namespace dhgak {

namespace fs = std::filesystem;

inline const std::string kConfig =
    R"({"model_type": "bert", "vocab_size": 9, "hidden_size": 4, "num_hidden_layers": 1,
        "num_attention_heads": 2, "intermediate_size": 8, "max_position_embeddings": 16})";
inline const std::string kRoot = "/owner/model/resolve/";

inline std::string large_body() {
    std::string bytes(300000, '\0');
    for (std::size_t i = 0; i < bytes.size(); ++i)
        bytes[i] = static_cast<char>(i * 2654435761U >> 7);
    return bytes;
}

inline std::string digest_of(const std::string& bytes, std::string (*method)(const fs::path&)) {
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
                .place = {.cache_dir = cache.path()},
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
inline std::set<std::string> names_in(const fs::path& folder) {
    std::set<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder)) names.insert(entry.path().filename());
    names.erase(".lock");
    return names;
}

}  // namespace dhgak
