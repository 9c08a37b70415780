// SPDX-License-Identifier: MIT
#include "dhgak/io/model_file.h"

#include <fstream>
#include <iterator>
#include <limits>

#include <gtest/gtest.h>

#include "core/random.h"
#include "dhgak/core/error.h"
#include "support/damage.h"
#include "support/scratch_folder.h"

namespace dhgak {
namespace {

namespace fs = std::filesystem;

void write_bytes(const fs::path& path, const std::string& bytes) {
    std::ofstream(path, std::ios::binary) << bytes;
}

Matrix small_matrix() {
    Matrix matrix(2, 3);
    for (std::size_t i = 0; i < 6; ++i) matrix.values()[i] = static_cast<float>(i) / 3;
    return matrix;
}

class ModelFile : public testing::Test {
protected:
    fs::path write(const std::function<void(const ModelWriter&)>& fill) {
        const ModelWriter writer;
        fill(writer);
        const fs::path path = folder_.path() / "m.dhgak";
        writer.write(path);
        return path;
    }

    fs::path write_all() {
        return write([](const ModelWriter& writer) {
            const ModelWriter part = writer.at("align").at("hop3");
            part.add("centers", small_matrix());
            part.add("weights", std::vector<double>{0.1, -2.5});
            part.add("columns", std::vector<std::int32_t>{-1, 7});
            part.add("labels", std::vector<std::uint32_t>{0, 4000000000U});
            part.add("offsets", std::vector<std::int64_t>{0, 5, 5, 9});
            part.set("method", "kmeans");
            part.set("alpha", 0.6);
            part.set("k", std::size_t{12});
            part.set("converged", true);
            writer.set("names", std::vector<std::string>{"C", "ü", ""});
        });
    }

    ScratchFolder folder_;
};

TEST_F(ModelFile, GivesBackWhatWasWritten) {
    const ModelReader reader(write_all());
    const ModelReader part = reader.at("align").at("hop3");
    EXPECT_EQ(part.matrix("centers"), small_matrix());
    EXPECT_EQ(part.doubles("weights"), (std::vector{0.1, -2.5}));
    EXPECT_EQ(part.integers("columns", -1, 7), (std::vector<std::int32_t>{-1, 7}));
    EXPECT_EQ(part.numbers("labels", ~0U), (std::vector<std::uint32_t>{0, 4000000000U}));
    EXPECT_EQ(part.offsets("offsets"), (std::vector<std::int64_t>{0, 5, 5, 9}));
    EXPECT_EQ(part.text("method"), "kmeans");
    EXPECT_EQ(part.number("alpha"), 0.6);
    EXPECT_EQ(part.integer("k", 1, 12), 12);
    EXPECT_TRUE(part.flag("converged"));
    EXPECT_EQ(reader.texts("names"), (std::vector<std::string>{"C", "ü", ""}));
    EXPECT_TRUE(reader.has("align.hop3.centers"));
    EXPECT_FALSE(reader.has("align.hop4.centers"));
}

TEST_F(ModelFile, HasTheSameBytesInWhateverOrderItWasFilled) {
    const std::string one = read_file(write([](const ModelWriter& writer) {
        writer.add("a", small_matrix());
        writer.set("x", 1.0);
        writer.at("b").add("c", std::vector<float>{1});
    }));
    const std::string other = read_file(write([](const ModelWriter& writer) {
        writer.at("b").add("c", std::vector<float>{1});
        writer.set("x", 1.0);
        writer.add("a", small_matrix());
    }));
    EXPECT_EQ(one, other);
}

TEST_F(ModelFile, RefusesWhatIsMissingMisshapenOrOutOfRange) {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const ModelReader reader(write([&](const ModelWriter& writer) {
        writer.add("nan", std::vector<float>{nan});
        writer.add("list", std::vector<float>{1});
        writer.add("columns", std::vector<std::int32_t>{3, 8});
        writer.add("falling", std::vector<std::int64_t>{0, 4, 2});
        writer.set("text", "x");
        writer.set("number", std::size_t{5});
    }));
    EXPECT_THROW(reader.matrix("none"), InputError);
    EXPECT_THROW(reader.text("none"), InputError);
    EXPECT_THROW(reader.matrix("list"), InputError);
    EXPECT_THROW(reader.doubles("list"), InputError);
    EXPECT_THROW(reader.floats("nan"), InputError);
    EXPECT_THROW(reader.integers("columns", 0, 7), InputError);
    EXPECT_THROW(reader.offsets("falling"), InputError);
    EXPECT_THROW(reader.number("text"), InputError);
    EXPECT_THROW(reader.texts("text"), InputError);
    EXPECT_THROW(reader.integer("number", 6, 9), InputError);
    try {
        reader.at("part").refuse("x", "why");
    } catch (const InputError& error) {
        EXPECT_NE(std::string(error.what()).find("m.dhgak: part.x: why"), std::string::npos);
    }
}

TEST_F(ModelFile, RefusesEveryTruncationAndFlippedBit) {
    const fs::path path = write_all();
    const std::string whole = read_file(path);
    Random random(7);
    for (int trial = 0; trial < 1000; ++trial) {
        write_bytes(path, damage(whole, random));
        try {
            const ModelReader reader(path);
            // What is not covered by the checksum changes nothing that is read.
            EXPECT_EQ(reader.at("align.hop3").matrix("centers"), small_matrix()) << trial;
            EXPECT_EQ(reader.texts("names").size(), 3U) << trial;
        } catch (const InputError&) {
        }
    }
}

TEST_F(ModelFile, RefusesOtherFormatsAndVersions) {
    const fs::path path = write_all();
    std::string text = read_file(path);
    const std::string key = "\"format_version\":\"1\"";
    text.replace(text.find(key), key.size(), "\"format_version\":\"9\"");
    write_bytes(path, text);
    try {
        const ModelReader reader(path);
        FAIL();
    } catch (const InputError& error) {
        EXPECT_NE(std::string(error.what()).find("format 9"), std::string::npos) << error.what();
    }
    write_bytes(path, "graph,class\n1,2\n");
    EXPECT_NE(message_of<InputError>([&] { ModelReader{path}; }).find("not a model of dhgak"),
              std::string::npos);
}

}  // namespace
}  // namespace dhgak
