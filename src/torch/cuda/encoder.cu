// SPDX-License-Identifier: MIT

// What BERT does to bfloat16 numbers besides its products with weights, which a library makes.
// WIDTH, numbers of a state, is a multiple of 8, and HEAD_WIDTH, those of a head, one of 16.

using Bfloat16 = unsigned short;

constexpr int kLanes = 32;
constexpr unsigned kAll = 0xffffffffU;
constexpr int kInVector = 8;
constexpr int kVectors = WIDTH / kInVector;  // of a state

// A bfloat16 is the upper half of a float's bits.
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

__device__ float sum_of_lanes(float value) {
    for (int step = kLanes / 2; step > 0; step /= 2) value += __shfl_xor_sync(kAll, value, step);
    return value;
}

__device__ int warp_in_grid() { return (blockIdx.x * blockDim.x + threadIdx.x) / kLanes; }

// A row of states, spread over a warp in vectors.
struct Row {
    float values[(kVectors + kLanes - 1) / kLanes][kInVector];

    // Calls body(values, i) for the lane's vectors, which are number i of the row.
    template <typename Body>
    __device__ void for_each(const Body& body) {
        constexpr int kWhole = kVectors / kLanes;
        const int lane = threadIdx.x % kLanes;
#pragma unroll
        for (int v = 0; v < kWhole; ++v) body(values[v], v * kLanes + lane);
        if constexpr (kVectors % kLanes > 0)
            if (kWhole * kLanes + lane < kVectors) body(values[kWhole], kWhole * kLanes + lane);
    }

    // Each number less their mean, over their deviation, times `weight`, plus `bias`.
    __device__ void normalize(const uint4* weight, const uint4* bias, float epsilon) {
        float sum = 0;
        for_each([&](float(&vector)[kInVector], int) {
            for (const float value : vector) sum += value;
        });
        const float mean = sum_of_lanes(sum) / WIDTH;
        float squares = 0;
        for_each([&](float(&vector)[kInVector], int) {
            for (const float value : vector) squares += (value - mean) * (value - mean);
        });
        const float scale = rsqrtf(sum_of_lanes(squares) / WIDTH + epsilon);
        for_each([&](float(&vector)[kInVector], int i) {
            float factors[kInVector], terms[kInVector];
            unpack(weight[i], factors);
            unpack(bias[i], terms);
            for (int j = 0; j < kInVector; ++j)
                vector[j] = (vector[j] - mean) * scale * factors[j] + terms[j];
        });
    }

    __device__ void write(uint4* place) {
        for_each([&](float(&vector)[kInVector], int i) { place[i] = pack(vector); });
    }
};

// The first states: normalized sums of what each token's word, position and type stand for. A warp
// takes a row.
extern "C" __global__ void embed_tokens(const int* tokens, const int* token_positions,
                                        const uint4* words, const uint4* positions,
                                        const uint4* type, const uint4* weight, const uint4* bias,
                                        uint4* states, int num_rows, float epsilon) {
    const long long number = warp_in_grid();
    if (number >= num_rows) return;
    const uint4* word = words + static_cast<long long>(tokens[number]) * kVectors;
    const uint4* position = positions + token_positions[number] * kVectors;
    Row row;
    row.for_each([&](float(&vector)[kInVector], int i) {
        float of_position[kInVector], of_type[kInVector];
        unpack(word[i], vector);
        unpack(position[i], of_position);
        unpack(type[i], of_type);
        for (int j = 0; j < kInVector; ++j) vector[j] += of_position[j] + of_type[j];
    });
    row.normalize(weight, bias, epsilon);
    row.write(states + number * kVectors);
}

// Normalizes each row in place. A warp takes a row and reads it once.
extern "C" __global__ void normalize_rows(uint4* states, const uint4* weight, const uint4* bias,
                                          int num_rows, float epsilon) {
    const long long number = warp_in_grid();
    if (number >= num_rows) return;
    uint4* place = states + number * kVectors;
    Row row;
    row.for_each([&](float(&vector)[kInVector], int i) { unpack(place[i], vector); });
    row.normalize(weight, bias, epsilon);
    row.write(place);
}

// The sum of each sequence's states, a block each. Sequence s has the rows from starts[s] up to
// starts[s + 1].
extern "C" __global__ void sum_sequences(const uint4* states, const int* starts, float4* sums) {
    const long long sequence = blockIdx.x;
    const int end = starts[sequence + 1];
    for (int i = threadIdx.x; i < kVectors; i += blockDim.x) {
        float sum[kInVector] = {};
        for (long long row = starts[sequence]; row < end; ++row) {
            float values[kInVector];
            unpack(states[row * kVectors + i], values);
            for (int j = 0; j < kInVector; ++j) sum[j] += values[j];
        }
        float4* place = sums + (sequence * kVectors + i) * 2;
        place[0] = make_float4(sum[0], sum[1], sum[2], sum[3]);
        place[1] = make_float4(sum[4], sum[5], sum[6], sum[7]);
    }
}

// Attention.
//
// A block takes one head of a tile: up to 64 rows that either are whole sequences of one length or
// belong to one longer sequence, and as many keys at a time. A warp has 16 of the rows and goes
// through the keys that they see 32 at a time, carrying softmax on. What tensor cores call a
// fragment puts the numbers of rows r and r + 8, r = lane / 4, into the lanes of r, two neighbours
// a register.

constexpr int kTile = 64;
constexpr int kThreads = 128;
constexpr int kRowsOfWarp = 16;
constexpr int kKeys = 32;                // that a warp looks at together
constexpr int kStride = HEAD_WIDTH + 8;  // of rows in shared memory: no two lanes meet in a bank
constexpr int kSteps = HEAD_WIDTH / 16;  // of products along a head

// Rows and keys of the batch; within a tile rows see the keys of their own sequence.
struct Tile {
    int first_row, num_rows;
    int first_key, num_keys;
    int length;  // of a sequence
};

struct Fragment {
    unsigned parts[4];
};

__device__ void multiply(float* sums, const Fragment& a, unsigned b0, unsigned b1) {
    asm volatile(
        "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, "
        "{%8, %9}, {%0, %1, %2, %3};"
        : "+f"(sums[0]), "+f"(sums[1]), "+f"(sums[2]), "+f"(sums[3])
        : "r"(a.parts[0]), "r"(a.parts[1]), "r"(a.parts[2]), "r"(a.parts[3]), "r"(b0), "r"(b1));
}

// Four 8 x 8 matrices whose rows begin where the lanes point.
__device__ Fragment load_matrices(const Bfloat16* row) {
    Fragment result;
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(result.parts[0]), "=r"(result.parts[1]), "=r"(result.parts[2]),
                   "=r"(result.parts[3])
                 : "r"(static_cast<unsigned>(__cvta_generic_to_shared(row))));
    return result;
}

__device__ Fragment load_transposed(const Bfloat16* row) {
    Fragment result;
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(result.parts[0]), "=r"(result.parts[1]), "=r"(result.parts[2]),
                   "=r"(result.parts[3])
                 : "r"(static_cast<unsigned>(__cvta_generic_to_shared(row))));
    return result;
}

// The largest of the four lanes that share a row, or their sum.
__device__ float largest_of_row(float value) {
    value = fmaxf(value, __shfl_xor_sync(kAll, value, 1));
    return fmaxf(value, __shfl_xor_sync(kAll, value, 2));
}
__device__ float sum_of_row(float value) {
    value += __shfl_xor_sync(kAll, value, 1);
    return value + __shfl_xor_sync(kAll, value, 2);
}

// Begins to copy a part of the keys or values of a head to shared memory, zeros where there are
// none.
__device__ void fetch(const Bfloat16* source, long long row_size, int num_rows, Bfloat16* place) {
    constexpr int kVectors = HEAD_WIDTH / kInVector;
#pragma unroll
    for (int i = threadIdx.x; i < kTile * kVectors; i += kThreads) {
        const int row = i / kVectors, column = i % kVectors * kInVector;
        const bool is_there = row < num_rows;
        asm volatile(
            "cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(
                static_cast<unsigned>(__cvta_generic_to_shared(place + row * kStride + column))),
            "l"(source + (is_there ? row * row_size + column : 0)), "r"(is_there ? 16 : 0));
    }
}

// Waits for all that was fetched, or for all but the last part.
__device__ void wait_for_fetched(bool but_the_last) {
    if (but_the_last)
        asm volatile("cp.async.wait_group 1;" ::: "memory");
    else
        asm volatile("cp.async.wait_group 0;" ::: "memory");
    __syncthreads();
}

__device__ float power_of_two(float exponent) {
    float result;
    asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(result) : "f"(exponent));
    return result;
}

// `qkv` has queries, keys and values of all heads side by side, `context` one vector of each head.
// Scores times `scale` are exponents of two.
extern "C" __global__ void __launch_bounds__(kThreads, 5)
    attend(const Bfloat16* qkv, const Tile* tiles, Bfloat16* context, float scale) {
    constexpr int kHeads = WIDTH / HEAD_WIDTH;
    constexpr long long kRowSize = 3 * WIDTH;
    constexpr float kLeast = -1e29f, kUnseen = -1e30f;
    // While one part of the keys and values is worked on, the next is fetched.
    __shared__ __align__(16) Bfloat16 fetched[2][2][kTile * kStride];
    const Tile tile = tiles[blockIdx.x / kHeads];
    const int head = blockIdx.x % kHeads * HEAD_WIDTH;
    const int lane = threadIdx.x % kLanes, pair = lane % 4 * 2;
    const int first = threadIdx.x / kLanes * kRowsOfWarp;  // of the warp's rows, within the tile

    // The keys that a row sees.
    const auto begin_of = [&](int row) {
        return tile.length <= kTile ? row / tile.length * tile.length : 0;
    };
    const auto end_of = [&](int row) { return min(begin_of(row) + tile.length, tile.num_keys); };
    const int last = min(first + kRowsOfWarp, tile.num_rows) - 1;
    const int rows[2] = {first + lane / 4, first + lane / 4 + 8};
    const int begins[2] = {begin_of(rows[0]), begin_of(rows[1])};
    const int ends[2] = {end_of(rows[0]), end_of(rows[1])};

    // Fetches keys and values from number `part` on.
    const auto fetch_part = [&](int part) {
        const Bfloat16* source = qkv + (tile.first_key + part) * kRowSize + WIDTH + head;
        for (int kind = 0; kind < 2; ++kind)
            fetch(source + kind * WIDTH, kRowSize, tile.num_keys - part,
                  fetched[part / kTile % 2][kind]);
        asm volatile("cp.async.commit_group;" ::: "memory");
    };
    fetch_part(0);
    Fragment queries[kSteps];
#pragma unroll
    for (int step = 0; step < kSteps; ++step)
#pragma unroll
        for (int part = 0; part < 4; ++part) {
            const int row = rows[part % 2], column = head + step * 16 + pair + part / 2 * 8;
            queries[step].parts[part] = row < tile.num_rows
                                            ? *reinterpret_cast<const unsigned*>(
                                                  qkv + (tile.first_row + row) * kRowSize + column)
                                            : 0;
        }

    float sums[HEAD_WIDTH / 8][4] = {};
    float largest[2] = {kLeast, kLeast}, total[2] = {0, 0};
    for (int part = 0; part < tile.num_keys; part += kTile) {
        const bool has_next = part + kTile < tile.num_keys;
        if (part > 0) __syncthreads();
        if (has_next) fetch_part(part + kTile);
        wait_for_fetched(has_next);
        const Bfloat16* keys = fetched[part / kTile % 2][0];
        const Bfloat16* values = fetched[part / kTile % 2][1];
        if (last < first) continue;

        const int lower = max(begin_of(first) - part, 0) / kKeys * kKeys;
        const int upper = min(end_of(last) - part, kTile);
        for (int key = lower; key < upper; key += kKeys) {
            float scores[kKeys / 8][4] = {};
#pragma unroll
            for (int n = 0; n < kKeys; n += 16)
#pragma unroll
                for (int step = 0; step < kSteps; ++step) {
                    const Fragment b =
                        load_matrices(keys + (key + n + lane % 8 + lane / 16 * 8) * kStride +
                                      step * 16 + lane / 8 % 2 * 8);
                    multiply(scores[n / 8], queries[step], b.parts[0], b.parts[1]);
                    multiply(scores[n / 8 + 1], queries[step], b.parts[2], b.parts[3]);
                }

            const bool are_all_seen =
                part + key >= begin_of(last) && part + key + kKeys <= end_of(first);
            if (!are_all_seen)
#pragma unroll
                for (int n = 0; n < kKeys / 8; ++n)
#pragma unroll
                    for (int i = 0; i < 4; ++i) {
                        const int number = part + key + n * 8 + pair + i % 2;
                        if (number < begins[i / 2] || number >= ends[i / 2]) scores[n][i] = kUnseen;
                    }
            float most[2] = {largest[0], largest[1]};
#pragma unroll
            for (int n = 0; n < kKeys / 8; ++n)
#pragma unroll
                for (int i = 0; i < 4; ++i) most[i / 2] = fmaxf(most[i / 2], scores[n][i]);
            bool has_grown = false;
#pragma unroll
            for (int r = 0; r < 2; ++r) {
                most[r] = largest_of_row(most[r]);
                has_grown |= most[r] > largest[r] && largest[r] > kLeast;
            }
            if (__any_sync(kAll, has_grown))  // mostly not, and then nothing is to be shrunk
#pragma unroll
                for (int r = 0; r < 2; ++r) {
                    const float shrink = power_of_two((largest[r] - most[r]) * scale);
                    total[r] *= shrink;
                    for (float(&sum)[4] : sums) {
                        sum[2 * r] *= shrink;
                        sum[2 * r + 1] *= shrink;
                    }
                }
            const float offsets[2] = {most[0] * scale, most[1] * scale};
#pragma unroll
            for (int n = 0; n < kKeys / 8; ++n)
#pragma unroll
                for (int i = 0; i < 4; ++i) {
                    scores[n][i] = power_of_two(scores[n][i] * scale - offsets[i / 2]);
                    total[i / 2] += scores[n][i];
                }
            largest[0] = most[0];
            largest[1] = most[1];

#pragma unroll
            for (int n = 0; n < kKeys; n += 16) {
                const float(*weights)[4] = scores + n / 8;
                const Fragment a = {
                    {pack(weights[0][0], weights[0][1]), pack(weights[0][2], weights[0][3]),
                     pack(weights[1][0], weights[1][1]), pack(weights[1][2], weights[1][3])}};
#pragma unroll
                for (int column = 0; column < HEAD_WIDTH; column += 16) {
                    const Fragment b = load_transposed(values + (key + n + lane % 16) * kStride +
                                                       column + lane / 16 * 8);
                    multiply(sums[column / 8], a, b.parts[0], b.parts[1]);
                    multiply(sums[column / 8 + 1], a, b.parts[2], b.parts[3]);
                }
            }
        }
    }

#pragma unroll
    for (int r = 0; r < 2; ++r) {
        const float share = 1 / sum_of_row(total[r]);
        if (rows[r] >= tile.num_rows) continue;
        Bfloat16* place =
            context + static_cast<long long>(tile.first_row + rows[r]) * WIDTH + head + pair;
#pragma unroll
        for (int n = 0; n < HEAD_WIDTH / 8; ++n)
            *reinterpret_cast<unsigned*>(place + n * 8) =
                pack(sums[n][2 * r] * share, sums[n][2 * r + 1] * share);
    }
}
