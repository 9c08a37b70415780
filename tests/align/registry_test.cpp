// SPDX-License-Identifier: MIT
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "align/aligner.h"
#include "align/cloud.h"
#include "dhgak/core/error.h"
#include "dhgak/io/model_file.h"
#include "support/scratch_folder.h"

namespace dhgak {
namespace {

using testing_align::matrix_of;

TEST(AlignerRegistry, NamesWhatItAccepts) {
    for (const char* text :
         {"kmeen", "kmeans:factor=0", "kmeans:factor=-1", "kmeans:k=0", "kmeans:n_init=0",
          "kmeans:iterations=0", "kmeans:tol=-1", "kmeans:init=far", "kmeans:levels=3",
          "kmeans:eps=1", "dbscan:eps=0", "dbscan:min_samples=0", "dbscan:noise=loud", "dbscan:k=3",
          "gmm:reg=0", "gmm:tol=-1", "gmm:factor=0", "kmeans:device=cuda"})
        EXPECT_THROW(make_aligner(Spec::parse(text)), ConfigError) << text;
    try {
        make_aligner(Spec::parse("kmeans:factor=0"));
        FAIL();
    } catch (const ConfigError& error) {
        EXPECT_STREQ(error.what(), "kmeans: option factor=0 must be greater than 0");
    }
}

TEST(AlignerRegistry, LoadsModelsOfKnownMethodsOnly) {
    const ModelWriter writer;
    const Matrix one = matrix_of({{1, 2}});
    make_aligner(Spec::parse("gmm"))->cluster({one, {}, 1}, 1).model->save(writer);
    const ScratchFolder folder;
    writer.write(folder / "m");
    const ModelReader reader(folder / "m");
    EXPECT_THROW(load_cluster_model("kmeen", reader), ConfigError);
    EXPECT_THROW(load_cluster_model("kmeans", reader), InputError);
    EXPECT_THROW(load_cluster_model("dbscan", reader), InputError);
    EXPECT_EQ(load_cluster_model("gmm", reader)->num_clusters(), 1);
}

TEST(AlignerRegistry, RefusesModelsWhosePartsDoNotFit) {
    const auto refused = [](const char* method, const auto& fill) {
        const ModelWriter writer;
        fill(writer);
        const ScratchFolder folder;
        writer.write(folder / "m");
        EXPECT_THROW(load_cluster_model(method, ModelReader(folder / "m")), InputError) << method;
    };
    const Matrix two = matrix_of({{1, 2}, {3, 4}}), one = matrix_of({{1, 2}});
    const std::vector<std::int32_t> clusters = {0, 1}, beyond = {0, 2};
    const auto kmeans = [&](std::int64_t columns, const Matrix& centers, const auto& ids) {
        return [&, columns](const ModelWriter& writer) {
            writer.set("columns", columns);
            writer.add("centers", centers);
            writer.add("clusters", ids);
            writer.set("is_turned", false);
        };
    };
    refused("kmeans", kmeans(3, two, clusters));
    refused("kmeans", kmeans(2, one, clusters));
    refused("kmeans", kmeans(2, two, beyond));
    refused("kmeans", kmeans(2, matrix_of({{1, 1e30f}, {3, 4}}), clusters));
    const auto leveled = [&](const Matrix& cells, const std::vector<std::int64_t>& offsets) {
        return [&, offsets](const ModelWriter& writer) {
            kmeans(2, two, clusters)(writer);
            writer.add("cells", cells);
            writer.add("cell_offsets", offsets);
        };
    };
    refused("kmeans", leveled(two, {0, 2}));
    refused("kmeans", leveled(two, {0, 1, 3}));
    refused("kmeans", leveled(two, {0, 0, 2}));
    refused("kmeans", leveled(Matrix(0, 2), {0}));
    refused("kmeans", leveled(matrix_of({{1}, {2}}), {0, 1, 2}));
    refused("gmm", [&](const ModelWriter& writer) {
        writer.add("means", two);
        writer.add("variances", matrix_of({{1, 2}, {3, 0}}));
        writer.add("log_shares", std::vector<float>{-1, -1});
        writer.add("clusters", clusters);
    });
    refused("dbscan", [&](const ModelWriter& writer) {
        writer.set("eps", -1.0);
        writer.add("cores", two);
        writer.add("core_clusters", clusters);
        writer.add("noise", Matrix(0, 2));
        writer.add("noise_clusters", std::vector<std::int32_t>());
    });
}

}  // namespace
}  // namespace dhgak
