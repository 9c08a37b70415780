// SPDX-License-Identifier: MIT
#pragma once

#include <cstdlib>
#include <string>

#include <sys/wait.h>

#include "support/scratch_folder.h"

namespace dhgak {

struct Outcome {
    int code = 0;
    std::string out;
    std::string err;
};

// Runs the built program with these arguments, as a shell would.
inline Outcome run_program(const std::string& arguments) {
    const ScratchFolder folder;
    const std::string command = std::string(DHGAK_PROGRAM) + " " + arguments + " 2>'" +
                                (folder / "err").string() + "' >'" + (folder / "out").string() +
                                "'";
    const int status = std::system(command.c_str());
    return {.code = WEXITSTATUS(status),
            .out = read_file(folder / "out"),
            .err = read_file(folder / "err")};
}

}  // namespace dhgak
