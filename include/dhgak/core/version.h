// SPDX-License-Identifier: MIT
#pragma once

namespace dhgak {

// The library's version, `major.minor.patch`.
const char* version();

// The commit it was built from, as git names it; empty outside a repository. Results of different
// builds may differ, so journals of one are not continued by another.
const char* build();

// Version and build: what a program and its plugins must have in common, since they share classes.
const char* version_and_build();

}  // namespace dhgak
