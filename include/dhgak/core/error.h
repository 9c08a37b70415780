// SPDX-License-Identifier: MIT
#pragma once

#include <stdexcept>
#include <string>

namespace dhgak {

// Everything the library throws on purpose.
class Error : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

// A file or value the user gave is wrong. The text names the place, then what was expected.
class InputError : public Error {
public:
    using Error::Error;
};

// An option is wrong or a feature was not built. The text names what would be accepted.
class ConfigError : public Error {
public:
    using Error::Error;
};

// The user asked to stop (Ctrl-C); see core/interrupt.h.
class Interrupted : public Error {
public:
    Interrupted() : Error("interrupted") {}
};

}  // namespace dhgak
