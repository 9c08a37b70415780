// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "dhgak/report/report_page.h"
#include "report/run_facts.h"
#include "run/render/json.h"

namespace dhgak {

// The graphs of the input's dataset as the page shows them: drawn, placed on the map, with their
// nearest neighbours and what made the model decide, where there is one; and the model's clusters.
//
//   said  by a cross-validation; empty: none, and the model itself is asked
//
// What had to be left out is said in the notes.
Json graph_facts(const ReportInput& input, const CrossValidated& said,
                 std::vector<std::string>& notes);

}  // namespace dhgak
