// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "dhgak/core/method.h"
#include "dhgak/core/spec.h"
#include "embed/embedder.h"

namespace dhgak {

// Every language model of the library, those that need LibTorch included: `w2v:size=32`, `label`.
// `attributes` is `off`, `mean` or `sum:weight=1`. Throws ConfigError for an unknown name, option
// or value.
std::unique_ptr<Embedder> make_embedder(const Spec& nlm, const Spec& attributes,
                                        const RunValues& run = {});

// How long its vectors are, as far as its options tell; else a usual length. Throws ConfigError for
// an unknown name or option.
std::size_t vector_length(const Spec& nlm);

// A model that was saved. Throws InputError where the file does not hold one, ConfigError where
// what it needs is not there (LibTorch, BERT weights).
std::shared_ptr<const SliceModel> load_slice_model(const ModelReader& reader);

std::vector<MethodInfo> list_embedders();
std::vector<MethodInfo> list_attribute_modes();

}  // namespace dhgak
