// SPDX-License-Identifier: MIT
#include "io/npy.h"

#include <cstring>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>
#include <zip.h>

#include "support/scratch_folder.h"

namespace dhgak {
namespace {

const std::vector<float> kValues = {1, 2, 3, 4, 5, 6};

std::string npy_bytes(const ArrayView& array) {
    std::ostringstream out;
    write_npy(out, array);
    return out.str();
}

TEST(Npy, StartsValuesAtAMultipleOf64AfterAHeaderNumPyReads) {
    const std::string bytes = npy_bytes({std::span<const float>(kValues), {2, 3}});
    EXPECT_EQ(bytes.substr(0, 8), std::string("\x93NUMPY\x01\x00", 8));
    const std::size_t start = bytes.size() - kValues.size() * sizeof(float);
    EXPECT_EQ(start % 64, 0U);
    EXPECT_NE(bytes.find("{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3, ), }"),
              std::string::npos);
    EXPECT_EQ(std::memcmp(bytes.data() + start, kValues.data(), 24), 0);
}

TEST(Npy, KnowsItsTypes) {
    const std::vector<double> doubles = {1};
    const std::vector<std::int64_t> longs = {1};
    EXPECT_NE(npy_bytes({std::span<const double>(doubles), {1}}).find("'<f8'"), std::string::npos);
    EXPECT_NE(npy_bytes({std::span<const std::int64_t>(longs), {1}}).find("'<i8'"),
              std::string::npos);
    EXPECT_NE(npy_bytes({std::string_view("csr"), {}}).find("'|S3'"), std::string::npos);
}

TEST(Npz, IsAZipOfItsArrays) {
    const ScratchFolder folder;
    const std::vector<NamedArray> arrays = {{"a", {std::span<const float>(kValues), {6}}},
                                            {"b", {std::span<const float>(kValues), {3, 2}}}};
    {
        std::ofstream out(folder / "x.npz", std::ios::binary);
        write_npz(out, arrays);
    }
    int status = 0;
    zip_t* archive = zip_open((folder / "x.npz").c_str(), ZIP_RDONLY | ZIP_CHECKCONS, &status);
    ASSERT_NE(archive, nullptr) << status;
    ASSERT_EQ(zip_get_num_entries(archive, 0), 2);
    for (const NamedArray& named : arrays) {
        const std::string expected = npy_bytes(named.array);
        zip_file_t* file = zip_fopen(archive, (named.name + ".npy").c_str(), 0);
        ASSERT_NE(file, nullptr);
        std::string found(expected.size() + 1, '\0');
        EXPECT_EQ(zip_fread(file, found.data(), found.size()),
                  static_cast<zip_int64_t>(expected.size()));
        EXPECT_EQ(zip_fclose(file), 0) << "checksum";
        found.resize(expected.size());
        EXPECT_EQ(found, expected);
    }
    zip_discard(archive);
}

// A pipe: what is written is gone, and nobody goes back.
class OneWay : public std::streambuf {
public:
    std::string bytes;

private:
    std::streamsize xsputn(const char* text, std::streamsize size) override {
        bytes.append(text, static_cast<std::size_t>(size));
        return size;
    }
    int overflow(int byte) override {
        bytes += static_cast<char>(byte);
        return byte;
    }
};

TEST(Npz, GoesIntoAPipe) {
    const std::vector<NamedArray> arrays = {{"a", {std::span<const float>(kValues), {6}}}};
    std::ostringstream whole;
    write_npz(whole, arrays);
    OneWay pipe;
    std::ostream out(&pipe);
    write_npz(out, arrays);
    EXPECT_TRUE(out.good());
    EXPECT_EQ(pipe.bytes, whole.str());
}

}  // namespace
}  // namespace dhgak
