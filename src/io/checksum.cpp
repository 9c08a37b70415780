// SPDX-License-Identifier: MIT
#include "io/checksum.h"

#define XXH_INLINE_ALL
#include <fmt/format.h>
#include <xxhash.h>

namespace dhgak {

struct Checksum::State {
    XXH3_state_t xxh3;
};

Checksum::Checksum() : state_(std::make_unique<State>()) { XXH3_128bits_reset(&state_->xxh3); }
Checksum::~Checksum() = default;
Checksum::Checksum(Checksum&&) noexcept = default;
Checksum& Checksum::operator=(Checksum&&) noexcept = default;

void Checksum::add(std::span<const std::byte> bytes) {
    XXH3_128bits_update(&state_->xxh3, bytes.data(), bytes.size());
}

std::string Checksum::text() const {
    const XXH128_hash_t hash = XXH3_128bits_digest(&state_->xxh3);
    return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
}

}  // namespace dhgak
