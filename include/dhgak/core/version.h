// SPDX-License-Identifier: MIT
#pragma once

namespace dhgak {

// The library's version, `major.minor.patch`.
const char* version();

// The commit it was built from, as git names it; empty outside a repository. Results of different
// builds may differ, so journals of one are not continued by another.
const char* build();

}  // namespace dhgak
