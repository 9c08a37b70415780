// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "dhgak/graph/dataset.h"
#include "dhgak/report/display_names.h"
#include "dhgak/run/model.h"

namespace dhgak {

// A JSON file of `cv`, `search`, `compare`, `fit`, `kernel` or `reproduce`.
struct RunFile {
    std::string name;
    std::string text;
};

// What is left out of a page that would become too large; the page says so.
struct PageLimits {
    std::size_t graphs = 5000;         // on the map
    std::size_t drawn_nodes = 150000;  // of all drawn graphs together, and as many edges
    std::size_t gram = 160;            // rows of the similarity matrix
    std::size_t clusters = 300;        // with a drawing
    std::size_t labels = 20;           // with a bar
};

struct ReportInput {
    std::vector<RunFile> runs;
    std::optional<Model> model;
    std::optional<Dataset> data;
    DisplayNames names;   // what classes and labels mean
    std::string command;  // that makes this page
    PageLimits limits;
};

// One HTML page that needs nothing else: no network, no other file. Throws InputError, naming the
// file, if one is not a result of dhgak; ConfigError if the build has no library for charts.
std::string report_page(const ReportInput& input);

// Whether it has. Without, report_page throws.
bool has_chart_library();

}  // namespace dhgak
