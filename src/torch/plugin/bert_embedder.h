// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "dhgak/core/spec.h"
#include "embed/embedder.h"

namespace dhgak {

// BERT from a folder or trained from scratch, through the plugin.
std::unique_ptr<Embedder> make_bert(const Spec& spec);

// The kind that saved BERT models have, and what loads them.
inline constexpr const char* kBertModel = "bert";
std::shared_ptr<const SliceModel> load_bert(const ModelReader& reader);

}  // namespace dhgak
