// SPDX-License-Identifier: MIT
#pragma once

namespace dhgak::cli {

enum class Verbosity { quiet, normal, verbose };

// Sends the library's log and progress to standard error: a bar on a terminal, nothing but
// messages otherwise; and makes Ctrl-C stop the work at its next safe point.
void connect_terminal(Verbosity verbosity);

}  // namespace dhgak::cli
