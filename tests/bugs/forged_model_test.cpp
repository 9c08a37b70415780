// SPDX-License-Identifier: MIT
// Models under a right checksum whose parts did not fit each other were read outside of their
// arrays: columns moved from one level to another, fewer levels than hops. Others gave decisions
// that were not finite, or took memory without end.
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "dhgak/core/error.h"
#include "dhgak/run/model.h"
#include "graph/demo.h"
#include "support/open_model.h"
#include "support/scratch_folder.h"

namespace dhgak {
namespace {

class ForgedModel : public testing::Test {
protected:
    // What `fit` writes with two levels or more, where the kernel has such.
    OpenModel fitted(const std::string& kernel, const std::function<void(RunOptions&)>& set = {}) {
        RunOptions options;
        options.kernel.method = Spec::parse(kernel);
        options.kernel.align.slices.H = 2;
        options.kernel.align.T = 1;
        options.kernel.align.cluster_factor = 0.3;
        options.kernel.align.nlm = Spec::parse("w2v:size=4,epochs=1");
        options.learn.inner_folds = 3;
        options.learn.C = {1};
        if (set) set(options);
        const Dataset demo = make_demo_dataset();
        std::vector<std::size_t> chosen;
        for (std::size_t g = 0; g < 20; ++g) chosen.push_back(g * 10);
        graphs_ = subset(demo, chosen);
        Model::fit(resolve(options), graphs_, {.probability = true}).save(folder_ / "m");
        EXPECT_NO_THROW(Model::load(folder_ / "m")) << kernel;
        return OpenModel(folder_ / "m");
    }

    // The message names the file.
    void expect_refused(const OpenModel& model, const std::string& what) {
        model.write(folder_ / "wrong");
        try {
            Model::load(folder_ / "wrong");
            ADD_FAILURE() << what << " was taken";
        } catch (const InputError& error) {
            EXPECT_NE(std::string(error.what()).find((folder_ / "wrong").string()),
                      std::string::npos)
                << what << ": " << error.what();
        }
    }

    // The last columns of one level to the end of another: their sum stays.
    static void move_columns(OpenModel& model, const std::string& from, const std::string& to) {
        for (const char* name : {".weights", ".max_count"}) {
            OpenModel::Array &a = model.array(from + name), &b = model.array(to + name);
            const std::size_t width = width_of(a.dtype);
            b.bytes.insert(b.bytes.end(), a.bytes.begin() + static_cast<std::ptrdiff_t>(width),
                           a.bytes.end());
            b.shape[0] += a.shape[0] - 1;
            a.bytes.resize(width);
            a.shape[0] = 1;
        }
    }

    static void set_shape(OpenModel::Array& array, std::vector<std::int64_t> shape) {
        array.shape = std::move(shape);
        array.bytes.clear();
    }

    ScratchFolder folder_;
    Dataset graphs_;
};

TEST_F(ForgedModel, WithColumnsOfAnotherLevelIsRefused) {
    for (const char* kernel : {"dhgak", "dhgak-oa", "wl:rounds=1", "wl-oa:rounds=1", "gwl:rounds=1",
                               "gwl-oa:rounds=1"}) {
        OpenModel model = fitted(kernel);
        move_columns(model, "columns0", "columns1");
        expect_refused(model, kernel);
        model = OpenModel(folder_ / "m");
        // Hops that have as many clusters may be exchanged without harm.
        if (model.array("columns0.weights").shape == model.array("columns1.weights").shape)
            continue;
        for (const char* name : {".weights", ".max_count"})
            std::swap(model.array(std::string("columns0") + name),
                      model.array(std::string("columns1") + name));
        expect_refused(model, std::string(kernel) + " with two levels swapped");
    }
    OpenModel model = fitted("dhgak", [](RunOptions& options) {
        options.kernel.align.refine = {0, 1};
    });
    move_columns(model, "round1.columns0", "round1.columns2");
    expect_refused(model, "refined labels");
}

TEST_F(ForgedModel, WithFewerLevelsThanHopsIsRefused) {
    for (const char* kernel : {"dhgak", "dhgak-oa"}) {
        OpenModel model = fitted(kernel);
        model.values["levels"] = 1;
        expect_refused(model, "fewer levels");
        model = OpenModel(folder_ / "m");
        model.values["slices.H"] = 0;
        expect_refused(model, "fewer hops");
        model.values["levels"] = 1;
        expect_refused(model, "fewer of both");
        model = OpenModel(folder_ / "m");
        model.values["slices.H"] = 5;
        expect_refused(model, "more hops");
        model = OpenModel(folder_ / "m");
        model.values["slices.fitted"] = false;
        expect_refused(model, "clusters where nothing was fitted");
    }
    for (const char* kernel : {"wl:rounds=2", "gwl:rounds=2", "sp", "pm:L=2,d=2", "wl-oa:rounds=2",
                               "edge-histogram", "vertex-histogram"}) {
        OpenModel model = fitted(kernel);
        for (const int levels : {model.values["levels"].get<int>() - 1, 1001}) {
            model.values["levels"] = levels;
            expect_refused(model, kernel);
        }
    }
}

TEST_F(ForgedModel, WhoseSettingsNameOtherLevelsIsRefused) {
    OpenModel model = fitted("wl:rounds=2");
    model.values["info.setting_values"][0] = "wl:rounds=1";
    expect_refused(model, "rounds");
    model.values["info.setting_values"][0] = "wl:no-such-option=1";
    expect_refused(model, "an option that is not there");
    model = fitted("dhgak");
    for (std::size_t i = 0; i < model.values["info.setting_names"].size(); ++i)
        if (model.values["info.setting_names"][i] == "H")
            model.values["info.setting_values"][i] = "1";
    expect_refused(model, "H");
}

TEST_F(ForgedModel, WithArraysThatDoNotFitItsClassifierIsRefused) {
    OpenModel model = fitted("wl-oa:rounds=1");
    put(model.array("columns0.max_count"), 0, 1000);
    expect_refused(model, "more features than weights");
    model = OpenModel(folder_ / "m");
    model.values["learn.input"] = "graphs";
    expect_refused(model, "weights on graphs that are not there");
    model = fitted("dhw");
    model.values["learn.input"] = "features";
    expect_refused(model, "weights on features that are not there");
}

TEST_F(ForgedModel, WithVectorsThatDoNotFitItsClustersIsRefused) {
    for (const char* kernel : {"dhgak", "dhw"}) {
        OpenModel model = fitted(kernel);
        for (const char* hop : {"embed.hop0", "embed.hop1", "embed.hop2"}) {
            OpenModel::Array& vectors = model.array(std::string(hop) + ".vectors");
            vectors.shape[1] /= 2;
            vectors.bytes.resize(vectors.bytes.size() / 2);
        }
        expect_refused(model, kernel);
    }
}

// Rows of 2^62 columns: so many times some slices are 0 numbers in 64 bits.
TEST_F(ForgedModel, WithAShapeThatNoValuesBoundIsRefused) {
    OpenModel model = fitted("dhgak");
    model.values["embed.labels"] = nlohmann::ordered_json::array();
    for (const char* hop : {"embed.hop0", "embed.hop1", "embed.hop2"})
        set_shape(model.array(std::string(hop) + ".vectors"), {0, std::int64_t{1} << 62});
    expect_refused(model, "vectors");
}

TEST_F(ForgedModel, WithLabelsThatHaveNoNameIsRefused) {
    OpenModel model = fitted("gntk:blocks=1,layers=1");
    model.values["labels"] = nlohmann::ordered_json::array();
    for (std::size_t v = 0; v < static_cast<std::size_t>(model.array("node_labels").shape[0]); ++v)
        put(model.array("node_labels"), v, 0);
    expect_refused(model, "labels");
}

TEST_F(ForgedModel, WithNumbersThatMakeDecisionsInfiniteIsRefused) {
    const auto refuses = [&](OpenModel model, const std::string& array, double value) {
        put(model.array(array), 0, value);
        expect_refused(model, array);
    };
    const auto refuses_value = [&](OpenModel model, const std::string& key, double value) {
        model.values[key] = value;
        expect_refused(model, key);
    };
    const OpenModel fwl = fitted("fwl:rounds=1");
    for (const double mass : {-1e308, -1.0, 0.0, 1e200}) refuses(fwl, "round1.masses", mass);
    refuses(fwl, "round0.shares", -1e99);
    refuses_value(fwl, "gamma", 1e308);
    for (const char* array : {"learn.weights", "learn.offsets", "learn.sigmoids"}) {
        refuses(fwl, array, 1e308);
        refuses(fwl, array, -1e101);
    }
    const OpenModel retgk = fitted("retgk:steps=2");
    for (const char* sigma : {"node_sigma", "graph_sigma"})
        for (const double value : {-1.0, 0.0, 5e-324, 1e308}) refuses_value(retgk, sigma, value);
    refuses(retgk, "points", 1e99);
    const OpenModel wwl = fitted("wwl:rounds=1,nodes=degrees");
    refuses_value(wwl, "lambda", -1);
    refuses(wwl, "deviations", 5e-324);
    refuses(wwl, "means", 1e99);
    const OpenModel dhw = fitted("dhw");
    refuses_value(dhw, "hop0.lambda", -1);
    refuses(fitted("dhgak"), "columns0.weights", 1e99);
    refuses(fitted("dhgak"), "embed.hop1.vectors", 3e38);
    refuses(fitted("sp"), "columns0.weights", -1);
    const auto with_gmm = [](RunOptions& options) {
        options.kernel.align.cluster = Spec::parse_list("gmm:factor=0.2");
    };
    const OpenModel gmm = fitted("dhgak", with_gmm);
    for (const double variance : {-1.0, 0.0, 1e-45})
        refuses(gmm, "align.hop0.0.variances", variance);
    refuses(gmm, "align.hop0.0.means", 1e38);
}

TEST_F(ForgedModel, WithAControlCharacterIsRefused) {
    const OpenModel model = fitted("wl:rounds=1");
    for (const char* name : {"\x1b[2J", "a\nb", "\x7f", "\xc2\x9b"}) {
        for (const char* key : {"info.version", "info.dataset", "info.svm"}) {
            OpenModel wrong = model;
            wrong.values[key] = name;
            expect_refused(wrong, key);
        }
        for (const char* key : {"info.class_names", "info.setting_values", "colors.labels"}) {
            OpenModel wrong = model;
            wrong.values[key][wrong.values[key].size() - 1] = name;
            expect_refused(wrong, key);
        }
        OpenModel wrong = model;
        wrong.values[name] = 1;
        expect_refused(wrong, "the name of a value");
        wrong = model;
        wrong.arrays.back().first += name;
        expect_refused(wrong, "the name of an array");
        wrong = model;
        wrong.metadata["written_by"] = name;
        expect_refused(wrong, "written_by");
    }
}

TEST_F(ForgedModel, IsNotWrittenEither) {
    const ModelWriter writer;
    writer.set("labels", std::vector<std::string>{"C", "\x1b[2J"});
    EXPECT_THROW(writer.write(folder_ / "m"), InputError);
    EXPECT_FALSE(std::filesystem::exists(folder_ / "m"));
    writer.set("labels", std::vector<std::string>{"C", "\u00e9\u4e2d"});
    writer.write(folder_ / "m");
    EXPECT_EQ(ModelReader(folder_ / "m").texts("labels").back(), "\u00e9\u4e2d");
}

}  // namespace
}  // namespace dhgak
