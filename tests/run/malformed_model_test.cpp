// SPDX-License-Identifier: MIT
#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <optional>

#include <gtest/gtest.h>

#include "core/random.h"
#include "dhgak/core/error.h"
#include "dhgak/run/model.h"
#include "graph/demo.h"
#include "io/model_format.h"
#include "io/safetensors.h"
#include "support/damage.h"
#include "support/open_model.h"
#include "support/scratch_folder.h"
#include "support/test_name.h"

namespace dhgak {
namespace {

using Json = nlohmann::ordered_json;

class MalformedModel : public testing::TestWithParam<std::string> {
protected:
    void SetUp() override {
        RunOptions options;
        const Spec kernel = Spec::parse(GetParam());
        options.kernel.method = kernel;
        options.kernel.align.slices.H = 1;
        options.kernel.align.cluster_factor = 0.3;
        options.kernel.align.T = 1;
        options.kernel.align.cluster = Spec::parse_list("kmeans,dbscan,gmm:factor=0.1");
        options.learn.inner_folds = 3;
        options.learn.C = {1};
        const Dataset demo = make_demo_dataset();
        std::vector<std::size_t> chosen;
        for (std::size_t g = 0; g < 40; ++g) chosen.push_back(g * 5);
        graphs_ = subset(demo, chosen);
        Model::fit(resolve(options), graphs_, {.probability = true}).save(folder_ / "m");
        expected_ = *decisions_of(folder_ / "m");
    }

    // Nothing where the model is refused.
    std::optional<std::vector<double>> decisions_of(const std::filesystem::path& path) const {
        try {
            NewGraphNotes notes;
            return Model::load(path).predict(graphs_, notes).decisions;
        } catch (const InputError& error) {
            EXPECT_GT(std::strlen(error.what()), 10U);
        } catch (const ConfigError& error) {
            EXPECT_GT(std::strlen(error.what()), 10U);
        }
        return std::nullopt;
    }

    bool is_refused(const OpenModel& model) const {
        model.write(folder_ / "wrong");
        return !decisions_of(folder_ / "wrong");
    }

    void expect_refused_or_same(const OpenModel& model, const std::string& what) const {
        model.write(folder_ / "wrong");
        const auto found = decisions_of(folder_ / "wrong");
        EXPECT_TRUE(!found || *found == expected_) << what;
    }

    ScratchFolder folder_;
    Dataset graphs_;
    std::vector<double> expected_;
};

TEST_P(MalformedModel, LacksATensor) {
    const OpenModel whole(folder_ / "m");
    for (std::size_t i = 0; i < whole.arrays.size(); ++i) {
        OpenModel model = whole;
        model.arrays.erase(model.arrays.begin() + static_cast<std::ptrdiff_t>(i));
        EXPECT_TRUE(is_refused(model)) << whole.arrays[i].first;
    }
}

TEST_P(MalformedModel, LacksAValueOrHasOneOfAnotherType) {
    const OpenModel whole(folder_ / "m");
    for (const auto& [key, value] : whole.values.items()) {
        OpenModel model = whole;
        model.values.erase(key);
        EXPECT_TRUE(is_refused(model)) << key;
        for (const Json& wrong :
             {Json(nullptr), Json(-7), Json("?"), Json::array({1}), Json(1e300)}) {
            model = whole;
            model.values[key] = wrong;
            model.write(folder_ / "wrong");
            decisions_of(folder_ / "wrong");  // an error or not, never a crash
        }
    }
}

TEST_P(MalformedModel, HasANumberOutOfItsRange) {
    const OpenModel whole(folder_ / "m");
    for (const auto& [key, value] : whole.values.items()) {
        if (!key.ends_with("slices.alpha") && !key.ends_with(".weight")) continue;
        OpenModel model = whole;
        model.values[key] = key.ends_with("alpha") ? 1.5 : 0.5;
        EXPECT_TRUE(is_refused(model)) << key;
    }
}

TEST_P(MalformedModel, HasATensorOfAnotherShape) {
    const OpenModel whole(folder_ / "m");
    for (std::size_t i = 0; i < whole.arrays.size(); ++i) {
        const auto& [name, array] = whole.arrays[i];
        OpenModel model = whole;
        model.arrays[i].second.shape.push_back(1);
        EXPECT_TRUE(is_refused(model)) << name << " with one dimension more";
        if (array.shape.front() == 0) continue;
        model = whole;
        OpenModel::Array& shorter = model.arrays[i].second;
        shorter.bytes.resize(shorter.bytes.size() -
                             shorter.bytes.size() / static_cast<std::size_t>(shorter.shape[0]));
        --shorter.shape[0];
        expect_refused_or_same(model, name + " with one row less");
        model = whole;
        OpenModel::Array& empty = model.arrays[i].second;
        empty.shape[0] = 0;
        empty.bytes.clear();
        expect_refused_or_same(model, name + " without rows");
    }
}

TEST_P(MalformedModel, HasAClassifierOfFewerInputs) {
    const OpenModel whole(folder_ / "m");
    const auto is_weights = [](const auto& array) { return array.first == "learn.weights"; };
    ASSERT_EQ(std::ranges::count_if(whole.arrays, is_weights), 1);
    const int num_inputs = whole.values["learn.num_inputs"];
    for (const int fewer : {0, num_inputs / 2}) {
        OpenModel model = whole;
        OpenModel::Array& weights = std::ranges::find_if(model.arrays, is_weights)->second;
        weights.shape[0] = weights.shape[0] / num_inputs * fewer;
        weights.bytes.resize(weights.bytes.size() / static_cast<std::size_t>(num_inputs) *
                             static_cast<std::size_t>(fewer));
        model.values["learn.num_inputs"] = fewer;
        EXPECT_TRUE(is_refused(model)) << fewer;
    }
}

TEST_P(MalformedModel, HasNumbersThatAreNoneOrPointOutside) {
    const OpenModel whole(folder_ / "m");
    Random random(3);
    for (std::size_t i = 0; i < whole.arrays.size(); ++i) {
        const auto& [name, array] = whole.arrays[i];
        const std::size_t size = array.bytes.size() / width_of(array.dtype);
        if (size == 0) continue;
        const bool is_real = array.dtype == "F32" || array.dtype == "F64";
        const std::vector<double> wrongs =
            is_real ? std::vector<double>{NAN, INFINITY, -INFINITY}
                    : std::vector<double>{2147483647, -2147483648.0, -1, 1 << 20};
        for (const double wrong : wrongs)
            for (const std::size_t place : {std::size_t{0}, random.below(size), size - 1}) {
                OpenModel model = whole;
                put(model.arrays[i].second, place, wrong);
                if (is_real) {
                    EXPECT_TRUE(is_refused(model)) << name;
                } else {
                    model.write(folder_ / "wrong");
                    decisions_of(folder_ / "wrong");
                }
            }
    }
}

TEST_P(MalformedModel, WasCutOrChangedAnywhere) {
    const std::string whole = read_file(folder_ / "m");
    Random random(4);
    for (int trial = 0; trial < 1000; ++trial) {
        const auto found = decisions_of(folder_.write("damaged", damage(whole, random)));
        EXPECT_TRUE(!found || *found == expected_) << trial;
    }
}

INSTANTIATE_TEST_SUITE_P(Kernels, MalformedModel,
                         testing::Values("dhgak", "dhgak-oa", "dhw", "fwl:rounds=1",
                                         "retgk:steps=4", "retgk:features=10,node_features=10",
                                         "gntk:blocks=1,layers=1"),
                         testing_support::test_name);

}  // namespace
}  // namespace dhgak
