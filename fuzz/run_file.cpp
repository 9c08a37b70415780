// SPDX-License-Identifier: MIT
#include "dhgak/graph/builder.h"
#include "dhgak/report/figure.h"
#include "dhgak/report/report_page.h"
#include "fuzz_target.h"

using namespace dhgak;

// The graphs of fuzz/make_runs, so that what runs of the corpus say of single graphs is read.
static ReportInput make_input() {
    DatasetBuilder builder;
    for (const std::uint32_t label : {0, 1, 0, 1})
        builder.add_graph({.labels = {0, label}, .edges = {{0, 1}}});
    ReportInput input;
    input.data = builder.build();
    input.data->name = "X";
    input.data->targets.classes = {0, 1, 0, 1};
    input.data->targets.class_names = {"0", "1"};
    return input;
}

// A run file becomes figures and a page beside its graphs, or is refused.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const fuzz::Folder folder;  // one thread
    static ReportInput input = make_input();
    const RunFile file = {.name = "run.json", .text = std::string(fuzz::text_of(data, size))};
    for (const FigureFormat format : {FigureFormat::svg, FigureFormat::pdf})
        fuzz::expect_answer([&] { fuzz::require(!run_figure(file, format).empty()); });
    input.runs = {file};
    return fuzz::expect_answer([&] { fuzz::require(!report_page(input).empty()); });
}
