// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "dhgak/core/error.h"
#include "embed/embedder.h"
#include "methods/embedders.h"
#include "torch/finetune.h"

namespace dhgak {
namespace {

TEST(WithoutLibTorch, BertSaysWhatToInstall) {
    try {
        make_embedder(Spec::parse("bert:scratch"), {.name = "off", .options = {}});
        FAIL() << "no error";
    } catch (const ConfigError& error) {
        EXPECT_NE(std::string(error.what()).find("install libtorch-dev"), std::string::npos);
    }
    EXPECT_THROW(finetune_bert({}, {}), ConfigError);
}

}  // namespace
}  // namespace dhgak
