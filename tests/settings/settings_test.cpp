// SPDX-License-Identifier: MIT
#include "settings/settings.h"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "cli/settings.h"
#include "compare/result_line.h"
#include "dhgak/core/error.h"
#include "dhgak/run/options.h"
#include "dhgak/run/report.h"
#include "graph/demo.h"
#include "kernels/slices/align_options.h"
#include "search/entry.h"
#include "settings/fields.h"
#include "support/scratch_folder.h"

namespace dhgak {
namespace {

// A setting that is a row here and nothing anywhere else; its field serves another purpose.
SettingInfo row_of(SettingOf of, bool (*matters)(const KernelTraits&, const RunOptions&)) {
    return {{"after_taste", "Slices", of},
            choice([](auto& o) -> auto& { return o.read.molecules.mol_blocks; }),
            "What a slice leaves behind",
            {.values = "none some", .matters = matters, .decides = SettingDecides::embedding}};
}

const SettingInfo kOfSlices = row_of(
    SettingOf::kernel, [](const KernelTraits& t, const RunOptions&) { return t.uses_slices; });
const SettingInfo kOfLearner = row_of(SettingOf::learner, nullptr);

RunOptions with_taste() {
    RunOptions options;
    set_setting(options, "after_taste", "some");
    return options;
}

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

TEST(ANewSetting, IsAFlagOfEachCommandThatRunsItsStage) {
    const ExtraSetting extra(kOfSlices);
    CLI::App command;
    cli::GivenSettings given;
    cli::add_settings(command, given, "Slices");
    const std::string help = command.help();
    EXPECT_TRUE(contains(help, "--after-taste TEXT:{none,some}=none")) << help;
    EXPECT_TRUE(contains(help, "What a slice leaves behind")) << help;
    command.parse("--after-taste some");
    RunOptions options;
    cli::apply(given, options);
    EXPECT_FALSE(is_default(kOfSlices, options));
    EXPECT_THROW(command.parse("--after-taste much"), CLI::ParseError);
}

TEST(ANewSetting, IsInTextsCommandLinesAndCacheKeys) {
    const ExtraSetting extra(kOfSlices);
    const RunOptions options = with_taste();
    EXPECT_TRUE(contains(text_of(options), " after_taste=some"));
    EXPECT_EQ(command_line_of(options), "--after-taste some");
    const AlignmentKeys keys = keys_of(options.kernel.align, setup_of(options));
    EXPECT_TRUE(contains(keys.embedding, "after_taste=none"));
    EXPECT_TRUE(contains(keys.clusters, "after_taste=none"));
}

TEST(ANewSetting, IsInJsonAndInPointsOfJournals) {
    const ExtraSetting extra(kOfSlices);
    const Report report = {.options = with_taste()};
    EXPECT_EQ(nlohmann::json::parse(to_json(report))["config"]["after_taste"], "some");
    EXPECT_TRUE(contains(point_text({with_taste()}, ""), R"("after_taste":"some")"));
}

TEST(ANewSetting, IsInHeadersOfJournalsAndRecordsOfModels) {
    const ExtraSetting extra(kOfLearner);
    const std::string expected = R"("after_taste":"some")";
    EXPECT_TRUE(contains(comparison_header(with_taste()), expected));
    SearchOptions search;
    search.run = with_taste();
    EXPECT_TRUE(contains(journal_header(make_demo_dataset(), {}, search), expected));
    EXPECT_EQ(std::ranges::count(training_settings(with_taste()), "after_taste", &Setting::name),
              1);
}

TEST(ANewSetting, IsRefusedWhereItMeansNothing) {
    const ExtraSetting extra(kOfSlices);
    RunOptions options = with_taste();
    options.kernel.method = Spec::parse("wl");
    EXPECT_EQ(message_of<ConfigError>([&] { require_used(options); }),
              "after-taste changes nothing: kernel wl has no slices; leave it out");
    options.kernel.method = Spec::parse("dhgak:after_taste=some");
    EXPECT_EQ(message_of<ConfigError>([&] { resolve(options); }),
              "dhgak: after_taste is an option of slices; give --after-taste some");
    EXPECT_EQ(message_of<ConfigError>([&] { set_setting(options, "after_taste", "much"); }),
              "unknown after_taste 'much'; known: none some");
}

TEST(Settings, HaveNamesOfTheirOwnAndTheValuesTheyShow) {
    std::set<std::string> names, flags;
    for (const SettingInfo& info : settings()) {
        EXPECT_TRUE(names.emplace(info.name).second) << info.name;
        EXPECT_TRUE(flags.insert(flag_of(info)).second) << info.name;
        EXPECT_FALSE(info.meaning.empty()) << info.name;
        RunOptions options;
        for (const std::string& value : values_of(info)) {
            set_setting(options, info.name, value);
            EXPECT_EQ(setting_of(info, options).text(), value) << info.name;
        }
    }
}

// What is written in JSON, journals and command lines is what is read.
TEST(Settings, AreReadAsTheyAreWritten) {
    const RunOptions usual;
    for (const SettingInfo& info : settings()) {
        const std::string text = setting_of(info, usual).text();
        if (type_of(info) == SettingType::amount) continue;  // none is no amount
        RunOptions options;
        set_setting(options, info.name, text);
        EXPECT_TRUE(is_default(info, options)) << info.name << " " << text;
    }
    RunOptions options;
    set_setting(options, "alpha", "0.3");
    EXPECT_EQ(options.kernel.align.alpha, 0.3f);
    set_setting(options, "C", "1e-3,10");
    EXPECT_EQ(options.learn.C, (std::vector<double>{1e-3, 10}));
    EXPECT_EQ(type_of(*find_setting("C")), SettingType::numbers);
    EXPECT_EQ(type_of(*find_setting("balance")), SettingType::flag);
    EXPECT_EQ(type_of(*find_setting("first_hop")), SettingType::integer);
    set_setting(options, "memory", "8G");
    EXPECT_EQ(options.resources.memory, std::size_t{8} << 30);
}

TEST(Settings, SayWhichNumberIsWrong) {
    RunOptions options;
    const auto answer = [&](const char* name, const char* text) {
        return message_of<ConfigError>([&] { set_setting(options, name, text); });
    };
    EXPECT_EQ(answer("H", "2.5"), "H is '2.5'; it must be a whole number");
    EXPECT_EQ(answer("alpha", "x"), "alpha is 'x'; it must be a number");
    EXPECT_EQ(answer("H", "99999999999"), "H: the number is too small or too large");
    EXPECT_EQ(answer("codebook_graphs", "-1"),
              "codebook_graphs: the number is too small or too large");
    EXPECT_EQ(answer("nothing", "1"), "there is no setting 'nothing'");
}

}  // namespace
}  // namespace dhgak
