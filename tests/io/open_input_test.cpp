// SPDX-License-Identifier: MIT
#include "io/open_input.h"

#include <chrono>
#include <string>
#include <thread>

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

#include "dhgak/core/error.h"
#include "dhgak/core/interrupt.h"
#include "io/read_text.h"
#include "support/scratch_folder.h"

namespace dhgak {
namespace {

using namespace std::chrono_literals;

// Of what is refused, without waiting for it.
std::string refusal_of(const std::filesystem::path& path) {
    const std::string opened = message_of<InputError>([&] { open_plain_file(path); });
    EXPECT_EQ(message_of<InputError>([&] { require_plain_file(path); }), opened);
    EXPECT_EQ(message_of<InputError>([&] { read_plain_text(path); }), opened);
    return opened;
}

TEST(OpenInput, TakesPlainFilesAndLinksToThem) {
    const ScratchFolder folder;
    folder.write("file", "text");
    std::filesystem::create_symlink("file", folder / "link");
    EXPECT_EQ(read_plain_text(folder / "file"), "text");
    EXPECT_EQ(read_plain_text(folder / "link"), "text");
}

TEST(OpenInput, SaysWhatElseItIs) {
    const ScratchFolder folder;
    ASSERT_EQ(::mkfifo((folder / "pipe").c_str(), 0600), 0);
    std::filesystem::create_symlink("/dev/zero", folder / "endless");
    sockaddr_un address = {.sun_family = AF_UNIX, .sun_path = {}};
    (folder / "socket").string().copy(address.sun_path, sizeof address.sun_path - 1);
    const Descriptor socket(::socket(AF_UNIX, SOCK_STREAM, 0));
    ASSERT_EQ(::bind(socket.number(), reinterpret_cast<const sockaddr*>(&address), sizeof address),
              0);

    EXPECT_NE(refusal_of(folder / "pipe").find("pipe: is a pipe"), std::string::npos);
    EXPECT_NE(refusal_of(folder / "endless").find("endless: is a device"), std::string::npos);
    EXPECT_NE(refusal_of(folder / "socket").find("socket: is a socket"), std::string::npos);
    EXPECT_NE(refusal_of(folder.path()).find("is a folder"), std::string::npos);
    EXPECT_NE(refusal_of(folder / "none").find("none: cannot be opened"), std::string::npos);
}

TEST(OpenInput, DevicesAreNotReadWherePipesAre) {
    EXPECT_THROW(read_text("/dev/zero"), InputError);
}

TEST(OpenInput, WaitsForAPipe) {
    const ScratchFolder folder;
    ASSERT_EQ(::mkfifo((folder / "pipe").c_str(), 0600), 0);
    std::thread writer([&] {
        std::this_thread::sleep_for(120ms);
        std::ofstream out(folder / "pipe");
        out << "first" << std::flush;
        std::this_thread::sleep_for(120ms);
        out << " second";
    });
    EXPECT_EQ(read_text(folder / "pipe"), "first second");
    writer.join();
}

TEST(OpenInput, AnInterruptEndsTheWaiting) {
    const ScratchFolder folder;
    ASSERT_EQ(::mkfifo((folder / "pipe").c_str(), 0600), 0);
    std::thread user([] {
        std::this_thread::sleep_for(120ms);
        request_interrupt();
    });
    EXPECT_THROW(read_text(folder / "pipe"), Interrupted);
    user.join();
    clear_interrupt();
}

}  // namespace
}  // namespace dhgak
