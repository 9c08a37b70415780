// SPDX-License-Identifier: MIT

// Numbers of BERT on a GPU: bfloat16, the upper half of a float's bits. WIDTH, numbers of a state,
// is a multiple of 8, and HEAD_WIDTH, those of a head, one of 16. Goes before the other files.

using Bfloat16 = unsigned short;

constexpr int kLanes = 32;
constexpr unsigned kAll = 0xffffffffU;
constexpr int kInVector = 8;

__device__ void unpack(uint4 vector, float* values) {
    const unsigned pairs[] = {vector.x, vector.y, vector.z, vector.w};
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        values[2 * i] = __uint_as_float(pairs[i] << 16);
        values[2 * i + 1] = __uint_as_float(pairs[i] & 0xffff0000U);
    }
}

__device__ unsigned pack(float low, float high) {
    unsigned both;
    asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(high), "f"(low));
    return both;
}

__device__ uint4 pack(const float* values) {
    return make_uint4(pack(values[0], values[1]), pack(values[2], values[3]),
                      pack(values[4], values[5]), pack(values[6], values[7]));
}
