// SPDX-License-Identifier: MIT
#include "io/safetensors.h"

#include <cmath>
#include <cstring>
#include <limits>
#include <string>

#include <gtest/gtest.h>

#include "dhgak/core/error.h"
#include "support/scratch_folder.h"

namespace dhgak {
namespace {

std::string file_of(const std::string& header, std::size_t num_bytes) {
    std::string bytes(8, '\0');
    const std::uint64_t length = header.size();
    std::memcpy(bytes.data(), &length, 8);
    return bytes + header + std::string(num_bytes, '\0');
}

TEST(Safetensors, ReadsBackWhatItWrote) {
    const ScratchFolder folder;
    const std::vector<float> weight = {1, -2, 0.5F, 3e38F, 1e-40F, 7}, bias = {9};
    write_safetensors(folder.path() / "m", std::vector<FloatTensor>{{"z.weight", {2, 3}, weight},
                                                                    {"empty", {0, 4}, {}},
                                                                    {"a.\"bias\" é", {}, bias}});
    const Safetensors file(folder.path() / "m");
    ASSERT_EQ(file.tensors().size(), 3U);
    EXPECT_EQ(file.metadata().at("format"), "pt");
    EXPECT_EQ(file.tensors()[0].name, "z.weight");
    EXPECT_EQ(file.tensors()[0].shape, (std::vector<std::int64_t>{2, 3}));
    EXPECT_EQ(to_floats(*file.find("z.weight")), weight);
    EXPECT_EQ(to_floats(*file.find("a.\"bias\" é")), bias);
    EXPECT_TRUE(to_floats(*file.find("empty")).empty());
    EXPECT_EQ(file.find("other"), nullptr);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(file.tensors()[0].bytes.data()) % 8, 0U);
}

TEST(Safetensors, KeepsTheTensorsAliveInCopies) {
    const ScratchFolder folder;
    const std::vector<float> values = {1, 2, 3};
    write_safetensors(folder.path() / "m", std::vector<FloatTensor>{{"a", {3}, values}});
    auto first = std::make_unique<Safetensors>(folder.path() / "m");
    const Safetensors second = *first;
    first.reset();
    EXPECT_EQ(to_floats(*second.find("a")), values);
}

TEST(Safetensors, WidensHalfFloatsExactly) {
    const ScratchFolder folder;
    const auto read_all = [&](const std::string& dtype) {
        std::string bytes = file_of(
            R"({"a":{"dtype":")" + dtype + R"(","shape":[65536],"data_offsets":[0,131072]}})", 0);
        for (std::uint32_t bits = 0; bits < 65536; ++bits)
            bytes += {static_cast<char>(bits & 0xff), static_cast<char>(bits >> 8)};
        return to_floats(*Safetensors(folder.write("m", bytes)).find("a"));
    };
    const std::vector<float> half = read_all("F16"), brain = read_all("BF16");
    // Every finite half is (-1)^s * 2^(e-15) * 1.f, or 2^-14 * 0.f where e = 0.
    for (std::size_t bits = 0; bits < 0x7c00; ++bits) {
        const int exponent = static_cast<int>(bits >> 10), digits = static_cast<int>(bits & 0x3ff);
        const float expected = exponent == 0
                                   ? std::ldexp(static_cast<float>(digits), -24)
                                   : std::ldexp(static_cast<float>(1024 + digits), exponent - 25);
        ASSERT_EQ(half[bits], expected) << bits;
        ASSERT_EQ(half[bits + 0x8000], -expected) << bits;
    }
    EXPECT_EQ(half[0xfc00], -std::numeric_limits<float>::infinity());
    EXPECT_TRUE(std::isnan(half[0x7e00]));
    EXPECT_TRUE(std::signbit(half[0x8000]));
    EXPECT_EQ(brain[0x3f80], 1.0F);
    EXPECT_EQ(brain[0xc049], -3.140625F);
    EXPECT_EQ(brain[0x7f80], std::numeric_limits<float>::infinity());
}

TEST(Safetensors, ListsIntegersButDoesNotCallThemFloats) {
    const ScratchFolder folder;
    const Safetensors file(folder.write(
        "m", file_of(R"({"ids":{"dtype":"I64","shape":[1,2],"data_offsets":[0,16]}})", 16)));
    EXPECT_EQ(file.tensors()[0].dtype, "I64");
    EXPECT_EQ(file.tensors()[0].num_values(), 2U);
    EXPECT_THROW(to_floats(file.tensors()[0]), InputError);
}

TEST(Safetensors, NamesFileTensorFoundAndExpected) {
    const ScratchFolder folder;
    folder.write("m",
                 file_of(R"({"a.b":{"dtype":"F32","shape":[2,3],"data_offsets":[0,20]}})", 20));
    const std::string message =
        message_of<InputError>([&] { Safetensors file(folder.path() / "m"); });
    EXPECT_TRUE(message.ends_with("m: tensor 'a.b': found 20 bytes; expected 24 for F32 [2, 3]"))
        << message;
}

TEST(Safetensors, RefusesHostileHeaders) {
    const ScratchFolder folder;
    const auto entry = [](const std::string& shape, const std::string& offsets) {
        return R"({"dtype":"F32","shape":)" + shape + R"(,"data_offsets":)" + offsets + "}";
    };
    const std::string good = entry("[2]", "[0,8]");
    folder.write("m", file_of("{\"a\":" + good + "}", 8));
    EXPECT_NO_THROW(Safetensors(folder.path() / "m"));

    std::string long_header = file_of("{}", 0);
    long_header[6] = '\x7f';
    std::string deep;
    for (int i = 0; i < 1000000; ++i) deep += "{\"a\":";
    const std::string hostile[] = {
        "",
        "1234567",
        std::string(8, '\xff') + "{}",
        long_header,
        file_of("{\"a\":" + good + "}", 8).substr(0, 30),
        file_of("{\"a\":" + good + "}", 7),
        file_of("{\"a\":" + good + "}", 9),
        file_of("{\"a\":" + good + "}", 0),
        file_of("", 0),
        file_of("[]", 0),
        file_of("{", 0),
        file_of("null", 0),
        file_of("{\"a\":" + good + ",\"a\":" + good + "}", 8),
        file_of("{\"a\":" + good + ",\"b\":" + good + "}", 8),                      // overlap
        file_of("{\"a\":" + good + ",\"b\":" + entry("[1]", "[4,8]") + "}", 8),     // overlap
        file_of("{\"a\":" + good + ",\"b\":" + entry("[1]", "[12,16]") + "}", 16),  // gap
        file_of("{\"a\":" + entry("[2]", "[4,12]") + "}", 12),  // gap at the start
        file_of("{\"a\":" + entry("[2]", "[8,0]") + "}", 8),
        file_of("{\"a\":" + entry("[2]", "[0,18446744073709551615]") + "}", 8),
        file_of("{\"a\":" + entry("[2]", "[0,99999999999999999999]") + "}", 8),
        file_of("{\"a\":" + entry("[2]", "[-8,0]") + "}", 8),
        file_of("{\"a\":" + entry("[2]", "[0]") + "}", 8),
        file_of("{\"a\":" + entry("[2]", "[0,8,8]") + "}", 8),
        file_of("{\"a\":" + entry("[2]", "8") + "}", 8),
        file_of("{\"a\":" + entry("[3]", "[0,8]") + "}", 8),
        file_of("{\"a\":" + entry("[-2]", "[0,8]") + "}", 8),
        file_of("{\"a\":" + entry("[2.0]", "[0,8]") + "}", 8),
        file_of("{\"a\":" + entry("[\"2\"]", "[0,8]") + "}", 8),
        file_of("{\"a\":" + entry("[4294967296,4294967296,2]", "[0,8]") + "}", 8),
        file_of("{\"a\":" + entry("[9223372036854775808]", "[0,8]") + "}", 8),
        file_of("{\"a\":" + entry("[4611686018427387906]", "[0,8]") + "}", 8),  // 8 modulo 2^64
        file_of(R"({"a":{"dtype":"F31","shape":[2],"data_offsets":[0,8]}})", 8),
        file_of(R"({"a":{"dtype":7,"shape":[2],"data_offsets":[0,8]}})", 8),
        file_of(R"({"a":{"shape":[2],"data_offsets":[0,8]}})", 8),
        file_of(R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8],"more":1}})", 8),
        file_of(R"({"a":[0,8]})", 8),
        file_of(R"({"__metadata__":{"a":1}})", 0),
        file_of(R"({"__metadata__":"a"})", 0),
        file_of("{\"\xff\":" + good + "}", 8),
        file_of(deep, 0),
        file_of(std::string(1000000, '['), 0),
    };
    for (const std::string& bytes : hostile) {
        folder.write("m", bytes);
        const std::string message =
            message_of<InputError>([&] { Safetensors file(folder.path() / "m"); });
        EXPECT_NE(message.find((folder.path() / "m").string()), std::string::npos)
            << bytes.substr(0, 120) << " -> " << message;
        EXPECT_LT(message.size(), 1000U) << message.substr(0, 200);
    }
    EXPECT_THROW(Safetensors(folder.path() / "absent"), InputError);
    EXPECT_THROW(Safetensors(folder.path()), InputError);
}

TEST(Safetensors, RefusesToWriteWhatItCouldNotRead) {
    const ScratchFolder folder;
    const std::vector<float> values = {1, 2};
    const auto write = [&](const std::vector<FloatTensor>& tensors) {
        write_safetensors(folder.path() / "m", tensors);
    };
    EXPECT_THROW(write({{"a", {3}, values}}), InputError);
    EXPECT_THROW(write({{"a", {2}, values}, {"a", {2}, values}}), InputError);
    EXPECT_THROW(write({{"a", {-2}, values}}), InputError);
    EXPECT_THROW(write({{"\xff", {2}, values}}), InputError);
    EXPECT_FALSE(std::filesystem::exists(folder.path() / "m"));
}

}  // namespace
}  // namespace dhgak
