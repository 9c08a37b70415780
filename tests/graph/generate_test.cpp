// SPDX-License-Identifier: MIT
#include "graph/generate.h"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <map>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "dhgak/core/error.h"
#include "dhgak/core/interrupt.h"
#include "dhgak/graph/reader.h"
#include "graph/audit.h"

namespace dhgak {
namespace {

namespace fs = std::filesystem;

class Generate : public testing::Test {
protected:
    void SetUp() override {
        place_ = fs::path(testing::TempDir()) / fmt::format("dhgak_generate_{}", ::getpid());
        fs::remove_all(place_);
        fs::create_directory(place_);
    }
    void TearDown() override { fs::remove_all(place_); }

    fs::path at(const char* name) const { return place_ / name; }

    std::size_t num_entries() const {
        return static_cast<std::size_t>(
            std::distance(fs::directory_iterator(place_), fs::directory_iterator()));
    }

private:
    fs::path place_;
};

std::map<std::string, std::string> contents(const fs::path& folder) {
    std::map<std::string, std::string> texts;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
        std::ifstream stream(entry.path());
        texts[entry.path().filename()] = {std::istreambuf_iterator<char>(stream), {}};
    }
    return texts;
}

TEST_F(Generate, GivesTheSameBytesForTheSameSeed) {
    const GenerateOptions options = {.num_graphs = 1500, .noise = 0.1, .seed = 7, .name = "G"};
    generate_dataset(at("a"), options);
    generate_dataset(at("b"), options);
    EXPECT_EQ(contents(at("a")), contents(at("b")));
    EXPECT_EQ(contents(at("a")).size(), 5U);
    generate_dataset(at("c"), {.num_graphs = 1500, .noise = 0.1, .seed = 8, .name = "G"});
    for (const auto& [file, text] : contents(at("c"))) EXPECT_NE(text, contents(at("a"))[file]);
}

TEST_F(Generate, BeginsALargerSetWithTheSmallerOne) {
    generate_dataset(at("few"), {.num_graphs = 30, .name = "G"});
    generate_dataset(at("many"), {.num_graphs = 1100, .name = "G"});
    auto many = contents(at("many"));
    for (const auto& [file, text] : contents(at("few"))) EXPECT_TRUE(many[file].starts_with(text));
}

TEST_F(Generate, IsReadBackWhole) {
    const GeneratedSizes sizes = generate_dataset(at("Mols"), {.num_graphs = 2000});
    const Dataset dataset = read_dataset(at("Mols"));
    EXPECT_EQ(dataset.name, "Mols");
    EXPECT_EQ(dataset.num_graphs(), 2000U);
    EXPECT_EQ(sizes.graphs, 2000U);
    EXPECT_EQ(dataset.num_nodes(), sizes.nodes);
    EXPECT_EQ(dataset.neighbors.size(), 2 * sizes.edges);
    EXPECT_EQ(dataset.num_labels(), 6U);
    EXPECT_EQ(dataset.edge_label_names.size(), 3U);
    const Audit found = audit(dataset);
    EXPECT_EQ(found.isolated_nodes, 0U);
    EXPECT_EQ(found.disconnected_graphs, 0U);
    EXPECT_EQ(found.irregularities.one_way_arcs, 0U);
}

TEST_F(Generate, GrowsGraphsToAboutTheNodesAskedFor) {
    for (const std::size_t nodes : {25, 500}) {
        const fs::path folder = at(fmt::format("of_{}", nodes).c_str());
        generate_dataset(folder, {.num_graphs = 500, .num_nodes = nodes});
        const Dataset dataset = read_dataset(folder);
        const double mean = static_cast<double>(dataset.num_nodes()) / 500;
        EXPECT_NEAR(mean, static_cast<double>(nodes), 2 + static_cast<double>(nodes) / 20) << nodes;
        EXPECT_EQ(audit(dataset).disconnected_graphs, 0U) << nodes;
        for (std::size_t node = 0; node < dataset.num_nodes(); ++node)
            EXPECT_LE(dataset.arc_offsets[node + 1] - dataset.arc_offsets[node], 4U)
                << "no atom of these elements has more bonds";
    }
    EXPECT_THROW(generate_dataset(at("huge"), {.num_nodes = 1'000'000}), ConfigError);
}

TEST_F(Generate, BalancesTheClasses) {
    generate_dataset(at("g"), {.num_graphs = 4000, .noise = 0.2});
    const Audit found = audit(read_dataset(at("g")));
    ASSERT_EQ(found.class_sizes.size(), 2U);
    EXPECT_NEAR(static_cast<double>(found.class_sizes[0]), 2000, 4 * 32);
}

TEST_F(Generate, FlipsAsManyClassesAsTheNoiseSaysAndNothingElse) {
    generate_dataset(at("clean"), {.num_graphs = 4000, .name = "G"});
    generate_dataset(at("noisy"), {.num_graphs = 4000, .noise = 0.25, .name = "G"});
    auto clean = contents(at("clean")), noisy = contents(at("noisy"));
    const std::string right = clean["G_graph_labels.txt"], given = noisy["G_graph_labels.txt"];
    ASSERT_EQ(right.size(), given.size());
    int flipped = 0;
    for (std::size_t i = 0; i < right.size(); ++i) flipped += right[i] != given[i];
    EXPECT_NEAR(flipped, 1000, 4 * 28);
    clean.erase("G_graph_labels.txt");
    noisy.erase("G_graph_labels.txt");
    EXPECT_EQ(clean, noisy);
}

TEST_F(Generate, LeavesWhatIsThereAlone) {
    fs::create_directory(at("taken"));
    EXPECT_THROW(generate_dataset(at("taken"), {}), InputError);
    EXPECT_TRUE(fs::is_empty(at("taken")));
    std::ofstream(at("file")) << "mine";
    EXPECT_THROW(generate_dataset(at("file"), {}), InputError);
    EXPECT_THROW(generate_dataset(at("no") / "such", {}), InputError);
    EXPECT_EQ(num_entries(), 2U);
}

TEST_F(Generate, LeavesNothingBehindWhenInterrupted) {
    request_interrupt();
    EXPECT_THROW(generate_dataset(at("g"), {.num_graphs = 5000}), Interrupted);
    clear_interrupt();
    EXPECT_EQ(num_entries(), 0U);
}

TEST_F(Generate, RefusesWrongOptions) {
    EXPECT_THROW(generate_dataset(at("g"), {.num_graphs = 0}), ConfigError);
    for (const double noise : {-0.1, 0.6, std::numeric_limits<double>::quiet_NaN()})
        EXPECT_THROW(generate_dataset(at("g"), {.noise = noise}), ConfigError);
    EXPECT_THROW(generate_dataset(at("g"), {.name = "a/b"}), ConfigError);
    EXPECT_THROW(generate_dataset("", {}), ConfigError);
    EXPECT_EQ(num_entries(), 0U);
}

}  // namespace
}  // namespace dhgak
