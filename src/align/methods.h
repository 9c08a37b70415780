// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "dhgak/align/aligner.h"

namespace dhgak {

std::unique_ptr<Aligner> make_dbscan(const Spec& spec);  // dbscan.cpp
std::unique_ptr<Aligner> make_gmm(const Spec& spec);     // gmm.cpp
std::unique_ptr<Aligner> make_kmeans(const Spec& spec);  // kmeans.cpp

}  // namespace dhgak
