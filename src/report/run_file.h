// SPDX-License-Identifier: MIT
#pragma once

#include "dhgak/report/report_page.h"
#include "io/json_value.h"
#include "run/render/json.h"

namespace dhgak {

// The JSON of a file that `--json` or `reproduce` wrote. Whatever this stage or the script of the
// page reads of it has the right type and makes sense: shares are from 0 to 1, graphs and classes
// are there. Members that nobody reads may be anything. Throws InputError naming file and place.
Json parse_run(const RunFile& file);

}  // namespace dhgak
