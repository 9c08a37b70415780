// SPDX-License-Identifier: MIT
// Where weights and devices come from outside the options, results of others are not taken.
#include <cstdlib>
#include <filesystem>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "dhgak/core/error.h"
#include "dhgak/search/search_report.h"
#include "graph/demo.h"
#include "graph/generate.h"
#include "paper/reproduce.h"
#include "support/scratch_folder.h"

namespace dhgak {
namespace {

const std::string kGolden = DHGAK_GOLDEN_DIR;

// The folder of weights for as long as this lives.
class Weights {
public:
    explicit Weights(const std::string& name) {
        setenv("DHGAK_BERT_DIR", (kGolden + "/" + name).c_str(), 1);
    }
    ~Weights() { unsetenv("DHGAK_BERT_DIR"); }
    Weights(const Weights&) = delete;
    Weights& operator=(const Weights&) = delete;
};

SearchOptions small_search() {
    SearchOptions options;
    options.grid = {.kernels = {Spec::parse("dhgak")},
                    .nlms = {Spec::parse("bert:max_length=32")},
                    .H = {0},
                    .b = {0},
                    .alpha = {0.6f},
                    .cluster_factors = {0.05},
                    .T = {1}};
    options.run.learn.inner_folds = 2;
    options.run.learn.C = {1};
    options.run.folds.count = 2;
    options.run.resources.device = "cpu";
    return options;
}

TEST(Search, DoesNotTakeResultsOfOtherWeights) {
    const ScratchFolder folder;
    const Dataset demo = make_demo_dataset();
    SearchOptions options = small_search();
    options.journal = folder / "journal";
    options.select = Selection::fixed;
    const auto num_known = [&](const char* weights) {
        const Weights chosen(weights);
        return search(demo, options).result.num_from_journal;
    };
    EXPECT_EQ(num_known("tiny_bert"), 0U);
    EXPECT_EQ(num_known("tiny_bert"), 1U);
    EXPECT_EQ(num_known("tiny_bert_tanh"), 0U);
}

// What `auto` came to, so that results of a GPU are not taken for those of a CPU.
TEST(Search, KeepsWhereAndHowBertRan) {
    const Weights chosen("tiny_bert");
    const ScratchFolder folder;
    SearchOptions options = small_search();
    options.run.resources.device = "auto";
    options.journal = folder / "journal";
    options.select = Selection::fixed;
    const SearchReport report = search(make_demo_dataset(), options);
    const std::string journal = read_file(options.journal);
    const auto config = nlohmann::json::parse(to_json(report))["config"];
    const std::string precision = config["precision"], device = config["device"];
    EXPECT_TRUE(device == "cpu" ? precision == "float32" : precision == "bfloat16") << device;
    EXPECT_NE(journal.find(fmt::format("weights={},precision={},device={}",
                                       config["weights"].get<std::string>(), precision, device)),
              std::string::npos);
}

TEST(Search, HandsOnTheDevice) {
    const Weights chosen("tiny_bert");
    SearchOptions options = small_search();
    options.run.resources.device = "tpu";
    EXPECT_THROW(search(make_demo_dataset(), options), ConfigError);
}

TEST(TimesOfThePaper, AreMeasuredAgainForOtherWeights) {
    const ScratchFolder folder;
    std::filesystem::create_directories(folder / "data");
    generate_dataset(folder / "data" / "MUTAG", {.num_graphs = 20, .seed = 1});
    ReproduceOptions options;
    options.experiment = "table4";
    options.data = folder / "data";
    options.output = folder / "out";
    options.datasets = {"MUTAG"};
    options.nlms = {};
    options.bert = Spec::parse("bert:max_length=32");
    options.time_limit = 1;
    const auto identity_of_bert = [&](const char* weights) {
        const Weights chosen(weights);
        reproduce(options);
        const auto table = nlohmann::json::parse(read_file(options.output / "table4.json"));
        for (const auto& entry : table["measurements"])
            if (entry["settings"].contains("nlm") &&
                entry["settings"]["nlm"].get<std::string>().starts_with("bert"))
                return entry["identity"].get<std::string>();
        return std::string("none");
    };
    const std::string first = identity_of_bert("tiny_bert");
    EXPECT_EQ(identity_of_bert("tiny_bert"), first);
    EXPECT_NE(identity_of_bert("tiny_bert_tanh"), first);
}

}  // namespace
}  // namespace dhgak
