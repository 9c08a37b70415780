// SPDX-License-Identifier: MIT
// Included first where clang-tidy reads LibTorch's headers. LibTorch has vectors of types that are
// not yet complete, as C++17 allows; clang refuses these where vectors are constexpr, as libstdc++
// has them in C++20. One function that vectors of bits share with <algorithm> gets another name.
#pragma once

#include <string>

#undef _GLIBCXX20_CONSTEXPR
#define _GLIBCXX20_CONSTEXPR
#define __fill_a1 __fill_a1_of_bits
#include <vector>
#undef __fill_a1
#undef _GLIBCXX20_CONSTEXPR
#define _GLIBCXX20_CONSTEXPR constexpr
