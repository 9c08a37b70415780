// SPDX-License-Identifier: MIT
#pragma once

namespace dhgak::cli {

enum class Verbosity { quiet, normal, verbose };

// Sends the library's log and progress to standard error: a bar on a terminal, nothing but
// messages otherwise; and makes Ctrl-C stop the work at its next safe point.
void connect_terminal(Verbosity verbosity);

// Whether there is a bar: standard error is a terminal and nobody asked for quiet.
bool shows_progress();

}  // namespace dhgak::cli
