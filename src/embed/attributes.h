// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "dhgak/core/method.h"
#include "dhgak/core/spec.h"
#include "embed/embedder.h"

namespace dhgak {

// Lets each token carry, beside what `embedder` makes of it, `weight` times its node's attributes,
// standardised over the dataset the model is fitted on (a constant column is 0 there):
//   off   changes nothing
//   sum   e_h(v) = [sum of vectors ; weight * sum of attributes]
//   mean  e_h(v) = [sum of vectors / n ; weight * mean of attributes ; log n], n tokens
// An empty slice is a row of zeros. Throws ConfigError for an unknown mode or option; fitting on a
// dataset without attributes is a ConfigError too.
std::unique_ptr<Embedder> with_attributes(std::unique_ptr<Embedder> embedder, const Spec& mode);

std::vector<MethodInfo> list_modes_of_attributes();

// The kind that a saved model of this sort has; the model of the tokens is saved under `tokens`.
inline constexpr const char* kAttributes = "attributes";

std::shared_ptr<const SliceModel> load_with_attributes(std::shared_ptr<const SliceModel> tokens,
                                                       const ModelReader& reader);

}  // namespace dhgak
