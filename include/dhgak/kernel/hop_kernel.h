// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "dhgak/kernel/alignment.h"
#include "dhgak/kernel/gram.h"
#include "dhgak/kernel/sparse_matrix.h"

namespace dhgak {

// How two graphs are compared by the clusters of their slices at one hop.
enum class HopKernel {
    mean_embedding,  // inner product of cluster frequencies: DGAK, Eq. 6
    assignment,      // histogram intersection of cluster counts: an optimal assignment
};

// The hop kernel whose sum over hops a registered kernel is; none if it is something else.
// Throws ConfigError for an unknown name.
std::optional<HopKernel> hop_kernel_of(const Spec& kernel);

// Adds one hop to the kernel: K_H = K_{H-1} + hop H (DHGAK, Eq. 7). Not normalised.
//
//   mean_embedding  sum_c w_c (n_c(G) / |G|) (n_c(G') / |G'|)
//   assignment      sum_c w_c min(n_c(G), n_c(G'))
//
// with n_c(G) the number of G's slices in cluster c and w_c = 1 / (T |Psi|).
void add_hop(GramMatrix& gram, const ClusterCounts& hop, std::span<const std::size_t> node_offsets,
             HopKernel mode);

// The explicit feature map of one hop, whose inner products are what add_hop adds.
//
//   mean_embedding  column c holds sqrt(w_c) n_c(G) / |G|
//   assignment      unary coding: column (c, j) holds sqrt(w_c) for j < n_c(G), else 0
SparseMatrix hop_features(const ClusterCounts& hop, std::span<const std::size_t> node_offsets,
                          HopKernel mode);

}  // namespace dhgak
