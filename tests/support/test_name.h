// SPDX-License-Identifier: MIT
#pragma once

#include <cctype>
#include <string>

#include <gtest/gtest.h>

namespace dhgak::testing_support {

// The name of a test whose parameter is a text: letters and digits, '_' for all others.
inline std::string test_name(const testing::TestParamInfo<std::string>& info) {
    std::string name = info.param;
    for (char& c : name)
        if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
    return name;
}

}  // namespace dhgak::testing_support
