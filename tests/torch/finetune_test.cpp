// SPDX-License-Identifier: MIT
#include "torch/finetune.h"
#include "methods/embedders.h"

#include <filesystem>
#include <fstream>
#include <iterator>

#include <gtest/gtest.h>

#include "bert/bert_tensors.h"
#include "bert/wordpiece.h"
#include "dhgak/core/error.h"
#include "dhgak/core/interrupt.h"
#include "dhgak/core/parallel.h"
#include "dhgak/core/progress.h"
#include "embed/embedder.h"
#include "torch/small_graphs.h"

namespace dhgak {
namespace {

namespace fs = std::filesystem;

const std::string kTinyBert = std::string(DHGAK_GOLDEN_DIR) + "/tiny_bert";

class Finetune : public testing::Test {
protected:
    Finetune()
        : dataset_(patterned_paths(16, 10, {"0", "1", "2", "3"})),
          slices_(cut_slices(dataset_, {.H = 2, .b = 1})),
          folder_(fs::temp_directory_path() /
                  testing::UnitTest::GetInstance()->current_test_info()->name()) {
        fs::remove_all(folder_);
    }
    ~Finetune() override { fs::remove_all(folder_); }

    FinetuneOptions options(const std::string& output) const {
        return {.model = kTinyBert,
                .output = folder_ / output,
                .epochs = 3,
                .batch = 8,
                .rate = 2e-3,
                .max_length = 32,
                .checkpoint_steps = 5,
                .device = "cpu",
                .seed = 7};
    }

    std::string weights_of(const std::string& output) const {
        std::ifstream in(folder_ / output / "model.safetensors", std::ios::binary);
        return {std::istreambuf_iterator<char>(in), {}};
    }

    Dataset dataset_;
    Slices slices_;
    fs::path folder_;
};

void expect_equal(const FinetuneResult& a, const FinetuneResult& b) {
    EXPECT_EQ(a.eval_before, b.eval_before);
    ASSERT_EQ(a.epochs.size(), b.epochs.size());
    for (std::size_t e = 0; e < a.epochs.size(); ++e) {
        EXPECT_EQ(a.epochs[e].train, b.epochs[e].train);
        EXPECT_EQ(a.epochs[e].eval, b.epochs[e].eval);
    }
}

TEST_F(Finetune, LowersTheLossOnHeldOutSlices) {
    const FinetuneResult result = finetune_bert(slices_, options("out"));
    ASSERT_EQ(result.epochs.size(), 3U);
    EXPECT_LT(result.epochs[0].eval, result.eval_before);
    EXPECT_LT(result.epochs[2].eval, result.epochs[0].eval);
    EXPECT_LT(result.epochs[2].train, result.epochs[0].train);
}

TEST_F(Finetune, GivesTheSameCurveForASeedAtAnyNumberOfThreads) {
    set_num_threads(1);
    const FinetuneResult first = finetune_bert(slices_, options("first"));
    set_num_threads(8);
    const FinetuneResult second = finetune_bert(slices_, options("second"));
    set_num_threads(0);
    expect_equal(first, second);
    EXPECT_EQ(weights_of("first"), weights_of("second"));
    FinetuneOptions other = options("other");
    other.seed = 8;
    EXPECT_NE(finetune_bert(slices_, other).epochs[0].train, first.epochs[0].train);
}

// Interrupts once some steps are done.
class StopAfter final : public ProgressSink {
public:
    explicit StopAfter(std::size_t steps) : steps_(steps) {}
    void update(const std::string& label, std::size_t done, std::size_t) override {
        if (label.starts_with("masked") && done == steps_) request_interrupt();
    }
    void finish(const std::string&) override {}

private:
    std::size_t steps_;
};

TEST_F(Finetune, EndsAsIfItHadNeverBeenStopped) {
    const FinetuneResult whole = finetune_bert(slices_, options("whole"));
    std::size_t resumed_at = 0;
    FinetuneResult resumed;
    // Inside the first epoch, right after a checkpoint, inside the second epoch.
    for (const std::size_t stop : {3U, 10U, static_cast<unsigned>(whole.num_steps / 2 + 3)}) {
        set_progress_sink(std::make_shared<StopAfter>(stop));
        EXPECT_THROW(finetune_bert(slices_, options("stopped")), Interrupted);
        clear_interrupt();
        set_progress_sink({});
        EXPECT_FALSE(fs::exists(folder_ / "stopped" / "model.safetensors"));
    }
    resumed = finetune_bert(slices_, options("stopped"));
    resumed_at = resumed.resumed_at_step;
    EXPECT_GT(resumed_at, whole.num_steps / 3);
    expect_equal(resumed, whole);
    EXPECT_EQ(weights_of("stopped"), weights_of("whole"));
}

TEST_F(Finetune, RefusesACheckpointOfOtherWork) {
    set_progress_sink(std::make_shared<StopAfter>(7));
    EXPECT_THROW(finetune_bert(slices_, options("out")), Interrupted);
    clear_interrupt();
    set_progress_sink({});
    FinetuneOptions other = options("out");
    other.seed = 8;
    EXPECT_THROW(finetune_bert(slices_, other), InputError);
    const Dataset fewer = patterned_paths(9, 10, {"0", "1", "2", "3"});
    EXPECT_THROW(finetune_bert(cut_slices(fewer, {.H = 2, .b = 1}), options("out")), InputError);
}

TEST_F(Finetune, WritesAFolderThatLoadsAgain) {
    finetune_bert(slices_, options("out"));
    const fs::path out = folder_ / "out";
    const BertConfig config = read_bert_config(out);
    EXPECT_EQ(config, read_bert_config(kTinyBert));
    EXPECT_TRUE(open_bert_weights(out, config).has_mlm_head);
    EXPECT_EQ(WordPiece::from_folder(out).encode("0 c1 zebra"),
              WordPiece::from_folder(kTinyBert).encode("0 c1 zebra"));
    for (const fs::directory_entry& entry : fs::directory_iterator(out))
        EXPECT_FALSE(entry.is_directory()) << entry.path() << " is left";
    const auto embedder = make_embedder(Spec::parse("bert:max_length=32,dir=" + out.string()),
                                        {.name = "off", .options = {}});
    EXPECT_EQ(embedder->fit(slices_, 0).hops.size(), 3U);
}

TEST_F(Finetune, RefusesOptionsThatDoNotFit) {
    const auto refused = [&](auto change) {
        FinetuneOptions changed = options("out");
        change(changed);
        EXPECT_THROW(finetune_bert(slices_, changed), ConfigError);
    };
    refused([](FinetuneOptions& o) { o.epochs = 0; });
    refused([](FinetuneOptions& o) { o.batch = 0; });
    refused([](FinetuneOptions& o) { o.rate = 0; });
    refused([](FinetuneOptions& o) { o.mask_share = 1; });
    refused([](FinetuneOptions& o) { o.eval_share = 0; });
    refused([](FinetuneOptions& o) { o.max_length = 33; });
    refused([](FinetuneOptions& o) { o.device = "tpu"; });
    EXPECT_FALSE(fs::exists(folder_ / "out" / "model.safetensors"));
}

}  // namespace
}  // namespace dhgak
