// SPDX-License-Identifier: MIT

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
constexpr int kHeads = WIDTH / HEAD_WIDTH;
constexpr long long kRowSize = 3 * WIDTH;  // queries, keys and values of all heads

// Rows and keys, by their numbers in the batch.
struct Tile {
    int first_row, num_rows;
    int first_key, num_keys;
    int length;  // of a sequence

    // The keys of its own sequence, which a row of the tile sees.
    __device__ int first_seen(int row) const { return length <= kTile ? row / length * length : 0; }
    __device__ int end_seen(int row) const { return min(first_seen(row) + length, num_keys); }
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

__device__ float power_of_two(float exponent) {
    float result;
    asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(result) : "f"(exponent));
    return result;
}

// Begins to copy keys or values of a head to shared memory, zeros where there are none.
__device__ void fetch(const Bfloat16* source, int num_rows, Bfloat16* place) {
    constexpr int kVectors = HEAD_WIDTH / kInVector;
#pragma unroll
    for (int i = threadIdx.x; i < kTile * kVectors; i += kThreads) {
        const int row = i / kVectors, column = i % kVectors * kInVector;
        const bool is_there = row < num_rows;
        asm volatile(
            "cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(
                static_cast<unsigned>(__cvta_generic_to_shared(place + row * kStride + column))),
            "l"(source + (is_there ? row * kRowSize + column : 0)), "r"(is_there ? 16 : 0));
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

// What a warp knows of its rows.
class Rows {
public:
    // `first` is the warp's first row within the tile; scores times `scale` are exponents of two.
    __device__ Rows(const Tile& tile, int first, float scale)
        : tile_(tile),
          scale_(scale),
          first_(first),
          last_(min(first + kRowsOfWarp, tile.num_rows) - 1) {
#pragma unroll
        for (int r = 0; r < 2; ++r) {
            rows_[r] = first + lane() / 4 + 8 * r;
            begins_[r] = tile.first_seen(rows_[r]);
            ends_[r] = tile.end_seen(rows_[r]);
        }
    }

    __device__ void read_queries(const Bfloat16* qkv, int head) {
#pragma unroll
        for (int step = 0; step < kSteps; ++step)
#pragma unroll
            for (int part = 0; part < 4; ++part) {
                const int row = rows_[part % 2], column = step * 16 + pair() + part / 2 * 8;
                const Bfloat16* place = qkv + (tile_.first_row + row) * kRowSize + head + column;
                queries_[step].parts[part] =
                    row < tile_.num_rows ? *reinterpret_cast<const unsigned*>(place) : 0;
            }
    }

    // Looks at the keys in shared memory, the first of which is number `part` of the tile's.
    __device__ void look(const Bfloat16* keys, const Bfloat16* values, int part) {
        if (last_ < first_) return;
        const int lower = max(tile_.first_seen(first_) - part, 0) / kKeys * kKeys;
        const int upper = min(tile_.end_seen(last_) - part, kTile);
        for (int key = lower; key < upper; key += kKeys) {
            float scores[kKeys / 8][4] = {};
            compare(keys + key * kStride, scores);
            hide(part + key, scores);
            soften(scores);
            add(values + key * kStride, scores);
        }
    }

    __device__ void write(Bfloat16* context, int head) const {
#pragma unroll
        for (int r = 0; r < 2; ++r) {
            const float share = 1 / sum_of_row(total_[r]);
            if (rows_[r] >= tile_.num_rows) continue;
            Bfloat16* place =
                context + static_cast<long long>(tile_.first_row + rows_[r]) * WIDTH + head;
#pragma unroll
            for (int n = 0; n < HEAD_WIDTH; n += 8)
                *reinterpret_cast<unsigned*>(place + n + pair()) =
                    pack(sums_[n / 8][2 * r] * share, sums_[n / 8][2 * r + 1] * share);
        }
    }

private:
    static constexpr float kLeast = -1e29f, kUnseen = -1e30f;

    static __device__ int lane() { return threadIdx.x % kLanes; }
    static __device__ int pair() { return lane() % 4 * 2; }  // the first of the lane's columns

    __device__ void compare(const Bfloat16* keys, float (*scores)[4]) const {
#pragma unroll
        for (int n = 0; n < kKeys; n += 16)
#pragma unroll
            for (int step = 0; step < kSteps; ++step) {
                const Fragment b =
                    load_matrices(keys + (n + lane() % 8 + lane() / 16 * 8) * kStride + step * 16 +
                                  lane() / 8 % 2 * 8);
                multiply(scores[n / 8], queries_[step], b.parts[0], b.parts[1]);
                multiply(scores[n / 8 + 1], queries_[step], b.parts[2], b.parts[3]);
            }
    }

    // Hides the keys of other sequences.
    __device__ void hide(int first_key, float (*scores)[4]) const {
        if (first_key >= tile_.first_seen(last_) && first_key + kKeys <= tile_.end_seen(first_))
            return;
#pragma unroll
        for (int n = 0; n < kKeys / 8; ++n)
#pragma unroll
            for (int i = 0; i < 4; ++i) {
                const int key = first_key + n * 8 + pair() + i % 2;
                if (key < begins_[i / 2] || key >= ends_[i / 2]) scores[n][i] = kUnseen;
            }
    }

    // Makes weights of scores, relative to the largest score so far.
    __device__ void soften(float (*scores)[4]) {
        float most[2] = {largest_[0], largest_[1]};
#pragma unroll
        for (int n = 0; n < kKeys / 8; ++n)
#pragma unroll
            for (int i = 0; i < 4; ++i) most[i / 2] = fmaxf(most[i / 2], scores[n][i]);
        bool has_grown = false;
#pragma unroll
        for (int r = 0; r < 2; ++r) {
            most[r] = largest_of_row(most[r]);
            has_grown |= most[r] > largest_[r] && largest_[r] > kLeast;
        }
        if (__any_sync(kAll, has_grown)) {  // mostly not, and then nothing is to be shrunk
#pragma unroll
            for (int r = 0; r < 2; ++r) {
                const float shrink = power_of_two((largest_[r] - most[r]) * scale_);
                total_[r] *= shrink;
#pragma unroll
                for (float(&sum)[4] : sums_) {
                    sum[2 * r] *= shrink;
                    sum[2 * r + 1] *= shrink;
                }
            }
        }
#pragma unroll
        for (int r = 0; r < 2; ++r) {
            largest_[r] = most[r];
            const float offset = most[r] * scale_;
#pragma unroll
            for (int n = 0; n < kKeys / 8; ++n)
#pragma unroll
                for (int i = 2 * r; i < 2 * r + 2; ++i) {
                    scores[n][i] = power_of_two(scores[n][i] * scale_ - offset);
                    total_[r] += scores[n][i];
                }
        }
    }

    // Adds the values times their weights.
    __device__ void add(const Bfloat16* values, const float (*weights)[4]) {
#pragma unroll
        for (int n = 0; n < kKeys; n += 16) {
            const float(&low)[4] = weights[n / 8], (&high)[4] = weights[n / 8 + 1];
            const Fragment a = {{pack(low[0], low[1]), pack(low[2], low[3]), pack(high[0], high[1]),
                                 pack(high[2], high[3])}};
#pragma unroll
            for (int column = 0; column < HEAD_WIDTH; column += 16) {
                const Fragment b = load_transposed(values + (n + lane() % 16) * kStride + column +
                                                   lane() / 16 * 8);
                multiply(sums_[column / 8], a, b.parts[0], b.parts[1]);
                multiply(sums_[column / 8 + 1], a, b.parts[2], b.parts[3]);
            }
        }
    }

    const Tile& tile_;
    float scale_;
    int first_, last_;                   // rows of the warp
    int rows_[2], begins_[2], ends_[2];  // the lane's rows, and the keys that they see
    Fragment queries_[kSteps];
    float sums_[HEAD_WIDTH / 8][4] = {};  // of values
    float largest_[2] = {kLeast, kLeast};
    float total_[2] = {0, 0};  // of weights
};

// `qkv` has queries, keys and values of all heads side by side, `context` one vector of each head.
extern "C" __global__ void __launch_bounds__(kThreads, 5)
    attend(const Bfloat16* qkv, const Tile* tiles, Bfloat16* context, float scale) {
    // While one part of the keys and values is looked at, the next is fetched.
    __shared__ __align__(16) Bfloat16 fetched[2][2][kTile * kStride];
    const Tile tile = tiles[blockIdx.x / kHeads];
    const int head = blockIdx.x % kHeads * HEAD_WIDTH;
    const auto fetch_part = [&](int part) {
        const Bfloat16* source = qkv + (tile.first_key + part) * kRowSize + WIDTH + head;
        for (int kind = 0; kind < 2; ++kind)
            fetch(source + kind * WIDTH, tile.num_keys - part, fetched[part / kTile % 2][kind]);
        asm volatile("cp.async.commit_group;" ::: "memory");
    };

    fetch_part(0);
    Rows rows(tile, threadIdx.x / kLanes * kRowsOfWarp, scale);
    rows.read_queries(qkv, head);
    for (int part = 0; part < tile.num_keys; part += kTile) {
        const bool has_next = part + kTile < tile.num_keys;
        if (part > 0) __syncthreads();
        if (has_next) fetch_part(part + kTile);
        wait_for_fetched(has_next);
        rows.look(fetched[part / kTile % 2][0], fetched[part / kTile % 2][1], part);
    }
    rows.write(context, head);
}
