// SPDX-License-Identifier: MIT
#include "bert/folder_checksum.h"

#include <fstream>
#include <map>
#include <mutex>
#include <vector>

#include <fmt/format.h>

#include "dhgak/core/error.h"
#include "io/checksum.h"

namespace dhgak {
namespace {

namespace fs = std::filesystem;

constexpr const char* kFiles[] = {"config.json", "model.safetensors", "tokenizer.json",
                                  "tokenizer_config.json", "vocab.txt"};

// Name, size and time of every file: what tells that something changed.
std::string stamp_of(const fs::path& folder) {
    std::string stamp;
    for (const char* name : kFiles) {
        std::error_code missing;
        const auto size = fs::file_size(folder / name, missing);
        if (missing) continue;
        const auto time = fs::last_write_time(folder / name, missing).time_since_epoch().count();
        stamp += fmt::format("{} {} {}\n", name, size, time);
    }
    return stamp;
}

void add_file(Checksum& checksum, const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) return;
    const std::string name = path.filename().string();
    checksum.add(std::as_bytes(std::span(name)));
    std::vector<char> block(std::size_t{1} << 20);
    while (file.read(block.data(), static_cast<std::streamsize>(block.size())) || file.gcount() > 0)
        checksum.add(
            std::as_bytes(std::span(block).first(static_cast<std::size_t>(file.gcount()))));
}

}  // namespace

std::string folder_checksum(const fs::path& folder) {
    if (!fs::exists(folder / "model.safetensors"))
        throw InputError(fmt::format("{}: no model.safetensors in it", folder.string()));
    static std::mutex mutex;
    static std::map<std::string, std::string> known;  // by folder and stamp
    const std::scoped_lock lock(mutex);
    std::string& text = known[folder.string() + '\n' + stamp_of(folder)];
    if (text.empty()) {
        Checksum checksum;
        for (const char* name : kFiles) add_file(checksum, folder / name);
        text = checksum.text();
    }
    return text;
}

}  // namespace dhgak
