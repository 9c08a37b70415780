// SPDX-License-Identifier: MIT
#include <cmath>
#include <cstring>
#include <map>
#include <regex>
#include <sstream>
#include <vector>

#include <gtest/gtest.h>
#include <zip.h>

#include "support/run_program.h"

namespace dhgak {
namespace {

struct Array {
    std::string type;
    std::vector<std::size_t> shape;
    std::string bytes;

    template <typename T>
    std::vector<T> as() const {
        std::vector<T> values(bytes.size() / sizeof(T));
        std::memcpy(values.data(), bytes.data(), bytes.size());
        return values;
    }
};

Array parse_npy(const std::string& file) {
    const std::size_t length = static_cast<unsigned char>(file[8]) +
                               256 * static_cast<std::size_t>(static_cast<unsigned char>(file[9]));
    const std::string header = file.substr(10, length);
    std::smatch found;
    Array array = {.type = "", .shape = {}, .bytes = file.substr(10 + length)};
    if (std::regex_search(header, found, std::regex("'descr': '([^']*)'"))) array.type = found[1];
    if (std::regex_search(header, found, std::regex("'shape': \\(([^)]*)\\)"))) {
        std::istringstream numbers(found[1]);
        for (std::size_t extent; numbers >> extent; numbers.ignore(1))
            array.shape.push_back(extent);
    }
    return array;
}

std::map<std::string, Array> parse_npz(const std::filesystem::path& path) {
    std::map<std::string, Array> arrays;
    zip_t* archive = zip_open(path.c_str(), ZIP_RDONLY, nullptr);
    for (zip_int64_t i = 0; archive && i < zip_get_num_entries(archive, 0); ++i) {
        zip_stat_t entry;
        zip_stat_index(archive, static_cast<zip_uint64_t>(i), 0, &entry);
        std::string bytes(entry.size, '\0');
        zip_file_t* file = zip_fopen_index(archive, static_cast<zip_uint64_t>(i), 0);
        zip_fread(file, bytes.data(), bytes.size());
        zip_fclose(file);
        arrays[entry.name] = parse_npy(bytes);
    }
    zip_discard(archive);
    return arrays;
}

TEST(Files, FeaturesMultiplyToTheKernel) {
    for (const char* kernel : {"dhgak", "dhgak-oa", "dgak"}) {
        const ScratchFolder folder;
        const std::string options = std::string(" --H 2 --kernel ") + kernel + " -o ";
        ASSERT_EQ(run_program("kernel demo" + options + (folder / "k.npy").string()).code, 0);
        ASSERT_EQ(run_program("features demo --json " + (folder / "run.json").string() + options +
                              (folder / "f.npz").string())
                      .code,
                  0);
        EXPECT_NE(read_file(folder / "run.json").find(kernel), std::string::npos);

        const Array gram = parse_npy(read_file(folder / "k.npy"));
        EXPECT_EQ(gram.type, "<f8");
        const std::vector<double> K = gram.as<double>();
        auto features = parse_npz(folder / "f.npz");
        const auto indptr = features["indptr.npy"].as<std::int64_t>();
        const auto indices = features["indices.npy"].as<std::int32_t>();
        const auto data = features["data.npy"].as<double>();
        const auto shape = features["shape.npy"].as<std::int64_t>();
        EXPECT_EQ(features["format.npy"].bytes, "csr");
        const std::size_t n = gram.shape[0];
        ASSERT_EQ(shape[0], static_cast<std::int64_t>(n));
        ASSERT_EQ(indptr.size(), n + 1);

        std::vector<double> dense(n * static_cast<std::size_t>(shape[1]));
        const auto cols = static_cast<std::size_t>(shape[1]);
        for (std::size_t i = 0; i < n; ++i)
            for (auto e = static_cast<std::size_t>(indptr[i]);
                 e < static_cast<std::size_t>(indptr[i + 1]); ++e)
                dense[i * cols + static_cast<std::size_t>(indices[e])] = data[e];
        for (std::size_t i = 0; i < n; i += 17)
            for (std::size_t j = 0; j < n; j += 5) {
                double product = 0;
                for (std::size_t c = 0; c < cols; ++c)
                    product += dense[i * cols + c] * dense[j * cols + c];
                EXPECT_NEAR(product, K[i * n + j], 1e-9) << kernel << ' ' << i << ' ' << j;
            }
    }
}

TEST(Files, EmbeddingsHaveARowForEachNode) {
    const ScratchFolder folder;
    ASSERT_EQ(
        run_program("embed demo --H 2 --nlm w2v:size=16 -o " + (folder / "x.npz").string()).code,
        0);
    auto arrays = parse_npz(folder / "x.npz");
    const auto offsets = arrays["node_offsets.npy"].as<std::int64_t>();
    ASSERT_EQ(arrays.size(), 4U);
    for (const char* hop : {"hop0.npy", "hop1.npy", "hop2.npy"}) {
        EXPECT_EQ(arrays[hop].type, "<f4");
        EXPECT_EQ(arrays[hop].shape,
                  (std::vector<std::size_t>{static_cast<std::size_t>(offsets.back()), 16}));
        for (const float value : arrays[hop].as<float>()) ASSERT_TRUE(std::isfinite(value));
    }
}

TEST(Files, SvmlightHasALineForEachGraph) {
    const ScratchFolder folder;
    ASSERT_EQ(
        run_program("features demo --H 1 --format svmlight -o " + (folder / "f.txt").string()).code,
        0);
    std::istringstream lines(read_file(folder / "f.txt"));
    const std::regex form("-?[0-9]+( [1-9][0-9]*:[-0-9.e]+)+");
    int count = 0;
    for (std::string line; std::getline(lines, line); ++count)
        ASSERT_TRUE(std::regex_match(line, form)) << line;
    EXPECT_GT(count, 100);
}

TEST(Files, ADatasetThatIsReadIsNotWrittenOver) {
    const ScratchFolder folder;
    const std::string data = (folder / "D").string();
    ASSERT_EQ(run_program("generate --graphs 20 -o " + data).code, 0);
    const std::string before = read_file(folder / "D/D_A.txt");
    const Outcome outcome = run_program("kernel " + data + "/ --kernel wl -o " + data + "/D_A.txt");
    EXPECT_EQ(outcome.code, 2);
    EXPECT_EQ(read_file(folder / "D/D_A.txt"), before);
    EXPECT_EQ(run_program("kernel " + data + " --kernel wl -o " + data + "/K.npy").code, 0);
}

TEST(Files, AMalformedDatasetWritesNothing) {
    const ScratchFolder folder;
    folder.write("BAD/BAD_A.txt", "1, 2\n2, 9\n");
    folder.write("BAD/BAD_graph_indicator.txt", "1\n1\n");
    folder.write("BAD/BAD_graph_labels.txt", "1\n");
    const Outcome outcome =
        run_program("kernel " + (folder / "BAD").string() + " -o " + (folder / "k.npy").string());
    EXPECT_EQ(outcome.code, 2);
    EXPECT_NE(outcome.err.find("BAD_A.txt:2"), std::string::npos) << outcome.err;
    EXPECT_FALSE(std::filesystem::exists(folder / "k.npy"));
}

}  // namespace
}  // namespace dhgak
