// SPDX-License-Identifier: MIT
#include "dhgak/run/report.h"

#include <gtest/gtest.h>

#include "dhgak/pipeline.h"
#include "graph/demo.h"
#include "support/small_run.h"

namespace dhgak {
namespace {

using testing_support::small_run;

std::string lines_of(const std::string& kernel, const std::string& refine = "0") {
    Report report;
    report.options.kernel.method = Spec::parse(kernel);
    report.options.kernel.align.refine = parse_rounds(refine);
    report.options.kernel.align.edge_labels = refine != "0";
    report.dataset.edge_labels = 4;
    report.dataset.attributes = 3;
    return labels_text(report);
}

TEST(Report, SaysHowLabelsThatAreNotUsedWouldBe) {
    EXPECT_EQ(lines_of("dhgak-oa"),
              "edge labels (4 kinds) are there and not used by this kernel; --refine 0,1 --edges "
              "use uses them\n"
              "node attributes (3 columns) are there and not used by this kernel; --attributes "
              "mean uses them\n");
    EXPECT_EQ(lines_of("wl:rounds=2"),
              "edge labels (4 kinds) are there and not used by this kernel; wl:rounds=2,edges=yes "
              "uses them\n"
              "node attributes (3 columns) are there and not used by this kernel\n");
    EXPECT_EQ(lines_of("dhgak-oa", "0,1").find("edge labels (4 kinds) are used\n"), 0U);
}

// What a kernel takes it may not take beside what it has.
TEST(Report, NamesNoRemedyThatIsAnError) {
    EXPECT_EQ(lines_of("wwl:nodes=attributes"),
              "edge labels (4 kinds) are there and not used by this kernel\n");
    EXPECT_EQ(lines_of("wwl:edges=yes"),
              "edge labels (4 kinds) are used\n"
              "node attributes (3 columns) are there and not used by this kernel\n");
    EXPECT_EQ(lines_of("retgk:features=20").find("attributes=yes"), std::string::npos);
    EXPECT_NE(lines_of("retgk").find("--kernel retgk:attributes=yes uses them"), std::string::npos);
}

TEST(Report, HasACodebookOnlyWhereThereAreSlices) {
    const Dataset demo = make_demo_dataset();
    const auto has_codebook = [&](const std::string& kernel) {
        return to_json(evaluate(demo, resolve(small_run(kernel)))).find("\"codebook\"") !=
               std::string::npos;
    };
    EXPECT_TRUE(has_codebook("dhgak-oa"));
    EXPECT_FALSE(has_codebook("wl:rounds=1"));
}

}  // namespace
}  // namespace dhgak
