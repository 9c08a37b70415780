// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "align/aligner.h"
#include "align/lloyd_backend.h"
#include "dhgak/io/model_file.h"

namespace dhgak {

std::unique_ptr<Aligner> make_dbscan(const Spec& spec, const LloydBackend* gpu);  // dbscan.cpp
std::unique_ptr<Aligner> make_gmm(const Spec& spec, const LloydBackend* gpu);     // gmm.cpp
std::unique_ptr<Aligner> make_kmeans(const Spec& spec, const LloydBackend* gpu);  // kmeans.cpp

std::shared_ptr<const ClusterModel> load_dbscan(const ModelReader& reader);  // dbscan_model.cpp
std::shared_ptr<const ClusterModel> load_gmm(const ModelReader& reader);     // gmm_model.cpp
std::shared_ptr<const ClusterModel> load_kmeans(const ModelReader& reader);  // kmeans_model.cpp

}  // namespace dhgak
