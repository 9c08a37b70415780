// SPDX-License-Identifier: MIT
#include "dhgak/core/version.h"

#include <cstdio>

int main() { std::puts(dhgak::version()); }
