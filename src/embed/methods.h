// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "dhgak/core/spec.h"
#include "embed/embedder.h"

namespace dhgak {

std::unique_ptr<Embedder> make_label(const Spec& spec);   // label.cpp
std::unique_ptr<Embedder> make_random(const Spec& spec);  // random.cpp
std::unique_ptr<Embedder> make_w2v(const Spec& spec);     // w2v/w2v.cpp

}  // namespace dhgak
