// SPDX-License-Identifier: MIT
#pragma once

#include "dhgak/report/display_names.h"
#include "run/render/json.h"

namespace dhgak {

// Puts meanings in the place of names, wherever a page has names of classes or labels. Throws
// InputError if two classes or labels would have one name.
void rename_facts(Json& facts, const DisplayNames& names);

}  // namespace dhgak
