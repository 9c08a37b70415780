// SPDX-License-Identifier: MIT

// What BERT does to bfloat16 numbers besides its products with weights, which a library makes.
// HEAD_WIDTH, numbers of a head, is a multiple of 16.

using Bfloat16 = unsigned short;

constexpr int kLanes = 32;
constexpr unsigned kAll = 0xffffffffU;

// A bfloat16 is the upper half of a float's bits.
__device__ void unpack(uint2 vector, float* values) {
    values[0] = __uint_as_float(vector.x << 16);
    values[1] = __uint_as_float(vector.x & 0xffff0000U);
    values[2] = __uint_as_float(vector.y << 16);
    values[3] = __uint_as_float(vector.y & 0xffff0000U);
}

__device__ unsigned pack(float low, float high) {
    unsigned both;
    asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(high), "f"(low));
    return both;
}

__device__ float sum_of_lanes(float value) {
    for (int step = kLanes / 2; step > 0; step /= 2) value += __shfl_xor_sync(kAll, value, step);
    return value;
}

// A row of up to 1024 numbers, spread over a warp in vectors of four.
struct Row {
    static constexpr int kVectors = 8;  // of a lane, at most
    float values[kVectors][4];

    // Calls body(v, i) for the lane's vectors v, which are the row's vectors i.
    template <typename Body>
    static __device__ void for_vectors(int width, const Body& body) {
#pragma unroll
        for (int v = 0; v < kVectors; ++v) {
            const int i = v * kLanes + static_cast<int>(threadIdx.x) % kLanes;
            if (i < width / 4) body(v, i);
        }
    }

    // Each number less their mean, over their deviation, times `weight`, plus `bias`.
    __device__ void normalize(const uint2* weight, const uint2* bias, int width, float epsilon) {
        float sum = 0;
        for_vectors(width, [&](int v, int) {
            for (const float value : values[v]) sum += value;
        });
        const float mean = sum_of_lanes(sum) / static_cast<float>(width);
        float squares = 0;
        for_vectors(width, [&](int v, int) {
            for (const float value : values[v]) squares += (value - mean) * (value - mean);
        });
        const float scale = rsqrtf(sum_of_lanes(squares) / static_cast<float>(width) + epsilon);
        for_vectors(width, [&](int v, int i) {
            float factors[4], terms[4];
            unpack(weight[i], factors);
            unpack(bias[i], terms);
            for (int j = 0; j < 4; ++j)
                values[v][j] = (values[v][j] - mean) * scale * factors[j] + terms[j];
        });
    }

    __device__ void write(uint2* place, int width) const {
        for_vectors(width, [&](int v, int i) {
            place[i] = make_uint2(pack(values[v][0], values[v][1]), pack(values[v][2], values[v][3]));
        });
    }
};

__device__ int warp_in_grid() { return (blockIdx.x * blockDim.x + threadIdx.x) / kLanes; }

// The first states: normalized sums of what each token's word, position and type stand for. A warp
// takes a row.
extern "C" __global__ void embed_tokens(const int* tokens, const int* token_positions,
                                        const uint2* words, const uint2* positions,
                                        const uint2* type, const uint2* weight, const uint2* bias,
                                        uint2* states, int num_rows, int width, float epsilon) {
    const int number = warp_in_grid();
    if (number >= num_rows) return;
    const int vectors = width / 4;
    const uint2* word = words + static_cast<long long>(tokens[number]) * vectors;
    const uint2* position = positions + static_cast<long long>(token_positions[number]) * vectors;
    Row row;
    Row::for_vectors(width, [&](int v, int i) {
        float of_position[4], of_type[4];
        unpack(word[i], row.values[v]);
        unpack(position[i], of_position);
        unpack(type[i], of_type);
        for (int j = 0; j < 4; ++j) row.values[v][j] += of_position[j] + of_type[j];
    });
    row.normalize(weight, bias, width, epsilon);
    row.write(states + static_cast<long long>(number) * vectors, width);
}

// Normalizes each row in place. A warp takes a row and reads it once.
extern "C" __global__ void normalize_rows(uint2* states, const uint2* weight, const uint2* bias,
                                          int num_rows, int width, float epsilon) {
    const int number = warp_in_grid();
    if (number >= num_rows) return;
    uint2* place = states + static_cast<long long>(number) * (width / 4);
    Row row;
    Row::for_vectors(width, [&](int v, int i) { unpack(place[i], row.values[v]); });
    row.normalize(weight, bias, width, epsilon);
    row.write(place, width);
}

// The sum of each sequence's states, a block each. Sequence s has the rows from starts[s] up to
// starts[s + 1].
extern "C" __global__ void sum_sequences(const uint2* states, const int* starts, float4* sums,
                                         int width) {
    const int vectors = width / 4;
    const int end = starts[blockIdx.x + 1];
    for (int i = threadIdx.x; i < vectors; i += blockDim.x) {
        float4 sum = make_float4(0, 0, 0, 0);
        for (int row = starts[blockIdx.x]; row < end; ++row) {
            float values[4];
            unpack(states[static_cast<long long>(row) * vectors + i], values);
            sum.x += values[0];
            sum.y += values[1];
            sum.z += values[2];
            sum.w += values[3];
        }
        sums[static_cast<long long>(blockIdx.x) * vectors + i] = sum;
    }
}

// Attention.
//
// A block takes one head of a tile: up to 64 rows that either are whole sequences of one length or
// belong to one longer sequence. Scores are made for 64 keys at a time, and softmax is carried on
// from one such part to the next. A warp has 16 of the rows: what tensor cores call a fragment puts
// the numbers of rows r and r + 8, r = lane / 4, into the lanes of r, two neighbours a register.

constexpr int kTile = 64;
constexpr int kWarpRows = 16;
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

// Copies a part of the keys or values of a head to shared memory; zeros where there are none.
__device__ void fetch(const Bfloat16* source, long long row_size, int num_rows, Bfloat16* place) {
    constexpr int kVectors = HEAD_WIDTH / 8;
    for (int i = threadIdx.x; i < kTile * kVectors; i += blockDim.x) {
        const int row = i / kVectors, column = i % kVectors * 8;
        uint4 vector = make_uint4(0, 0, 0, 0);
        if (row < num_rows)
            vector = *reinterpret_cast<const uint4*>(source + row * row_size + column);
        *reinterpret_cast<uint4*>(place + row * kStride + column) = vector;
    }
}

// `qkv` has queries, keys and values of all heads side by side, `context` one vector of each head.
extern "C" __global__ void __launch_bounds__(128)
    attend(const Bfloat16* qkv, const Tile* tiles, Bfloat16* context, int num_heads, float scale) {
    __shared__ __align__(16) Bfloat16 keys[kTile * kStride];
    __shared__ __align__(16) Bfloat16 values[kTile * kStride];
    const Tile tile = tiles[blockIdx.x / num_heads];
    const int head = blockIdx.x % num_heads;
    const int width = num_heads * HEAD_WIDTH;
    const long long row_size = 3LL * width;
    const int warp = threadIdx.x / kLanes, lane = threadIdx.x % kLanes;
    const int pair = lane % 4 * 2;
    const int first = warp * kWarpRows;  // of the warp's rows, within the tile

    int row[2], begin[2], end[2];  // the lane's rows and the keys that each sees
    for (int r = 0; r < 2; ++r) {
        row[r] = first + lane / 4 + 8 * r;
        begin[r] = tile.length <= kTile ? row[r] / tile.length * tile.length : 0;
        end[r] = min(begin[r] + tile.length, tile.num_keys);
    }

    Fragment queries[kSteps];
    for (int step = 0; step < kSteps; ++step)
        for (int part = 0; part < 4; ++part) {
            const int r = part % 2, column = step * 16 + pair + part / 2 * 8;
            queries[step].parts[part] =
                row[r] < tile.num_rows
                    ? *reinterpret_cast<const unsigned*>(
                          qkv + (tile.first_row + row[r]) * row_size + head * HEAD_WIDTH + column)
                    : 0;
        }

    constexpr float kNone = -1e30f;
    float sums[HEAD_WIDTH / 8][4] = {};
    float largest[2] = {kNone, kNone}, total[2] = {0, 0};
    for (int part = 0; part < tile.num_keys; part += kTile) {
        const Bfloat16* source =
            qkv + (tile.first_key + part) * row_size + width + head * HEAD_WIDTH;
        if (part > 0) __syncthreads();
        fetch(source, row_size, tile.num_keys - part, keys);
        fetch(source + width, row_size, tile.num_keys - part, values);
        __syncthreads();
        if (first >= tile.num_rows) continue;

        float scores[kTile / 8][4] = {};
#pragma unroll
        for (int key = 0; key < kTile; key += 16)
#pragma unroll
            for (int step = 0; step < kSteps; ++step) {
                const Fragment b = load_matrices(keys + (key + lane % 8 + lane / 16 * 8) * kStride +
                                                 step * 16 + lane / 8 % 2 * 8);
                multiply(scores[key / 8], queries[step], b.parts[0], b.parts[1]);
                multiply(scores[key / 8 + 1], queries[step], b.parts[2], b.parts[3]);
            }

        float most[2] = {largest[0], largest[1]};
#pragma unroll
        for (int n = 0; n < kTile / 8; ++n)
#pragma unroll
            for (int i = 0; i < 4; ++i) {
                const int r = i / 2, key = part + n * 8 + pair + i % 2;
                const bool is_seen = key >= begin[r] && key < end[r];
                scores[n][i] = is_seen ? scores[n][i] * scale : kNone;
                most[r] = fmaxf(most[r], scores[n][i]);
            }
        for (int r = 0; r < 2; ++r) {
            most[r] = largest_of_row(most[r]);
            const float shrink = exp2f(largest[r] - most[r]);
            total[r] *= shrink;
            for (float(&sum)[4] : sums) {
                sum[2 * r] *= shrink;
                sum[2 * r + 1] *= shrink;
            }
            largest[r] = most[r];
        }
#pragma unroll
        for (int n = 0; n < kTile / 8; ++n)
#pragma unroll
            for (int i = 0; i < 4; ++i) {
                const int r = i / 2;
                scores[n][i] = scores[n][i] > kNone ? exp2f(scores[n][i] - largest[r]) : 0.0f;
                total[r] += scores[n][i];
            }

#pragma unroll
        for (int key = 0; key < kTile; key += 16) {
            const float(*weights)[4] = scores + key / 8;
            const Fragment a = {{pack(weights[0][0], weights[0][1]),
                                 pack(weights[0][2], weights[0][3]),
                                 pack(weights[1][0], weights[1][1]),
                                 pack(weights[1][2], weights[1][3])}};
#pragma unroll
            for (int column = 0; column < HEAD_WIDTH; column += 16) {
                const Fragment b = load_transposed(values + (key + lane % 16) * kStride + column +
                                                   lane / 16 * 8);
                multiply(sums[column / 8], a, b.parts[0], b.parts[1]);
                multiply(sums[column / 8 + 1], a, b.parts[2], b.parts[3]);
            }
        }
    }

    for (int r = 0; r < 2; ++r) {
        const float share = 1 / sum_of_row(total[r]);
        if (row[r] >= tile.num_rows) continue;
        Bfloat16* place = context + static_cast<long long>(tile.first_row + row[r]) * width +
                          head * HEAD_WIDTH + pair;
        for (int n = 0; n < HEAD_WIDTH / 8; ++n)
            *reinterpret_cast<unsigned*>(place + n * 8) =
                pack(sums[n][2 * r] * share, sums[n][2 * r + 1] * share);
    }
}
