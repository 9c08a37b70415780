// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <sys/resource.h>
#include <sys/stat.h>

#include "faults/child.h"

namespace dhgak {
namespace {

namespace fs = std::filesystem;

std::size_t num_files(const fs::path& folder) {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), {}));
}

void limit(int resource, rlim_t most) {
    const rlimit limits = {.rlim_cur = most, .rlim_max = most};
    ::setrlimit(static_cast<__rlimit_resource>(resource), &limits);
}

// No file may grow beyond so much, as on a disk that is full. The signal that tells of it must not
// end the program.
std::function<void()> small_disk(rlim_t bytes) {
    return [bytes] {
        std::signal(SIGXFSZ, SIG_IGN);
        limit(RLIMIT_FSIZE, bytes);
    };
}

TEST(FullDisk, IsNamedAndLeavesNoFile) {
    for (const char* arguments : {"kernel demo -o ", "features demo -o ", "embed demo -o "}) {
        const ScratchFolder folder;
        const fs::path file = folder / "out";
        const Ending ending = Child(arguments + file.string(), small_disk(4096)).wait();
        EXPECT_EQ(ending.code, 1) << ending.err;
        EXPECT_NE(ending.err.find("cannot write " + file.string()), std::string::npos)
            << ending.err;
        EXPECT_EQ(num_files(folder.path()), 0u);
    }
}

TEST(FullDisk, KeepsTheFileThatWasThere) {
    const ScratchFolder folder;
    const fs::path file = folder.write("K.npy", "earlier");
    EXPECT_EQ(Child("kernel demo -o " + file.string(), small_disk(4096)).wait().code, 1);
    EXPECT_EQ(read_file(file), "earlier");
    EXPECT_EQ(num_files(folder.path()), 1u);
}

TEST(FullDisk, KeepsWhatAJournalHas) {
    const ScratchFolder folder;
    const std::string search =
        "search demo --H 1,2 --b 0 --alpha 0.6 --cluster-factor 0.5 --nlm label --folds 3 "
        "--inner-folds 2 --C 1 --journal " +
        (folder / "j").string();
    const Ending full = Child(search, small_disk(1500)).wait();
    EXPECT_EQ(full.code, 1) << full.err;
    EXPECT_NE(full.err.find("run again to go on"), std::string::npos) << full.err;
    const std::string kept = folder.read("j");
    EXPECT_TRUE(kept.empty() || kept.ends_with('\n'));
    EXPECT_EQ(Child(search).wait().code, 0);
    EXPECT_TRUE(folder.read("j").starts_with(kept));
}

TEST(FullDisk, OfADeviceIsAnError) {
    const Ending ending = Child("kernel demo -o /dev/full").wait();
    EXPECT_EQ(ending.code, 1);
    EXPECT_NE(ending.err.find("cannot write /dev/full"), std::string::npos) << ending.err;
}

TEST(FullDisk, OfStandardOutputIsAnError) {
    const Ending ending = Child("info demo >/dev/full").wait();
    EXPECT_EQ(ending.code, 1);
    EXPECT_NE(ending.err.find("standard output"), std::string::npos) << ending.err;
}

TEST(ReadOnlyFolder, IsRefusedBeforeTheWork) {
    if (::geteuid() == 0) GTEST_SKIP() << "root may write everywhere";
    const ScratchFolder folder;
    ::chmod(folder.path().c_str(), 0500);
    const Ending ending = Child("kernel demo -o " + (folder / "K.npy").string()).wait();
    EXPECT_EQ(ending.code, 2);
    EXPECT_NE(ending.err.find("K.npy"), std::string::npos) << ending.err;
}

TEST(MissingFolder, IsRefusedBeforeTheWork) {
    const Ending ending = Child("kernel demo -o /no/such/folder/K.npy").wait();
    EXPECT_EQ(ending.code, 2);
    EXPECT_NE(ending.err.find("does not exist"), std::string::npos) << ending.err;
}

// A kernel matrix of 6000 graphs takes 288 MB. Whatever the limit, the program works or says that
// memory is short; it is never ended by a signal.
TEST(Memory, ShortOfItIsAMessage) {
    const ScratchFolder folder;
    std::string indicator, arcs;
    for (int graph = 1; graph <= 6000; ++graph) {
        indicator += std::to_string(graph) + "\n" + std::to_string(graph) + "\n";
        arcs += std::to_string(2 * graph - 1) + ", " + std::to_string(2 * graph) + "\n";
    }
    folder.write("X_graph_indicator.txt", indicator);
    folder.write("X_A.txt", arcs);
    const std::string command = "kernel " + folder.path().string() +
                                " --threads 1 --H 1 --T 1 --nlm label --cluster-factor 0.001 -o " +
                                (folder / "K.npy").string();
    int refused = 0;
    for (const rlim_t mebibytes : {64, 128, 200, 260}) {
        const Ending ending = Child(command, [=] { limit(RLIMIT_AS, mebibytes << 20); }).wait();
        // 127: too little even for the loader.
        EXPECT_TRUE(ending.code == 1 || ending.code == 127)
            << mebibytes << " MiB: signal " << ending.signal << ", code " << ending.code << ", "
            << ending.err;
        if (ending.code == 1) {
            ++refused;
            EXPECT_NE(ending.err.find("memory"), std::string::npos) << ending.err;
        }
        EXPECT_FALSE(fs::exists(folder / "K.npy"));
    }
    EXPECT_GT(refused, 0);
}

TEST(Threads, MayBeMoreThanCores) {
    const ScratchFolder folder;
    for (const char* threads : {"1", "64"})
        ASSERT_EQ(Child("kernel demo --threads " + std::string(threads) + " -o " +
                        (folder / threads).string())
                      .wait()
                      .code,
                  0);
    EXPECT_EQ(folder.read("1"), folder.read("64"));
}

// The dataset disappears or shrinks while it is read: an error with a name, or the whole result.
TEST(Dataset, MayBeRemovedOrCutWhileItIsRead) {
    for (const bool cut : {false, true})
        for (int round = 0; round < fault_rounds(); ++round) {
            const ScratchFolder folder;
            std::string indicator, arcs;
            for (int node = 1; node < 400'000; ++node) {
                indicator += std::to_string(node / 20 + 1) + "\n";
                arcs += std::to_string(node) + ", " + std::to_string(node) + "\n";
            }
            const fs::path first = folder.write("X_graph_indicator.txt", indicator);
            const fs::path second = folder.write("X_A.txt", arcs);
            const Child child("info " + folder.path().string());
            std::this_thread::sleep_for(std::chrono::milliseconds(5 + 10 * round));
            for (const fs::path& file : {first, second}) {
                std::error_code ignored;
                if (cut)
                    fs::resize_file(file, 1000, ignored);
                else
                    fs::remove(file, ignored);
            }
            const Ending ending = child.wait();
            EXPECT_TRUE(ending.code == 0 || ending.code == 2)
                << "signal " << ending.signal << ": " << ending.err;
        }
}

}  // namespace
}  // namespace dhgak
