// SPDX-License-Identifier: MIT
#include "hub/checksum.h"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <memory>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <openssl/evp.h>

#include "dhgak/core/error.h"
#include "dhgak/core/interrupt.h"

namespace dhgak {
namespace {

std::string digest(const std::filesystem::path& file, const EVP_MD* method,
                   std::string_view preamble) {
    const auto require = [](int status) {
        if (status != 1) throw Error("OpenSSL cannot compute a checksum");
    };
    const std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context(EVP_MD_CTX_new(),
                                                                          EVP_MD_CTX_free);
    require(EVP_DigestInit_ex(context.get(), method, nullptr));
    require(EVP_DigestUpdate(context.get(), preamble.data(), preamble.size()));
    std::ifstream in(file, std::ios::binary);
    std::vector<char> buffer(1 << 20);
    while (in) {
        throw_if_interrupted();
        in.read(buffer.data(), static_cast<std::streamsize>(buffer.size()));
        require(
            EVP_DigestUpdate(context.get(), buffer.data(), static_cast<std::size_t>(in.gcount())));
    }
    if (!in.eof())
        throw Error(fmt::format("cannot read {}: {}", file.string(), std::strerror(errno)));
    unsigned char bytes[EVP_MAX_MD_SIZE];
    unsigned int size = 0;
    require(EVP_DigestFinal_ex(context.get(), bytes, &size));
    std::string text;
    for (unsigned int i = 0; i < size; ++i) text += fmt::format("{:02x}", bytes[i]);
    return text;
}

}  // namespace

std::string sha256_of(const std::filesystem::path& file) { return digest(file, EVP_sha256(), ""); }

std::string git_blob_id(const std::filesystem::path& file) {
    const std::string length = fmt::format("blob {}", std::filesystem::file_size(file));
    return digest(file, EVP_sha1(), {length.c_str(), length.size() + 1});
}

}  // namespace dhgak
