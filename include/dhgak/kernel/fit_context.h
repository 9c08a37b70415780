// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <typeindex>
#include <utility>

#include "dhgak/core/stopwatch.h"

namespace dhgak {

// Intermediate results that several fits on the same graphs have in common, by a text that says all
// they depend on. Each is made by the first fit that needs it and kept until it is forgotten.
class FitCache {
public:
    // What is kept under `key`, or else what `make` returns, which is kept. Others who need the
    // same wait; those who need something else do not.
    template <typename Value, typename Make>
    std::shared_ptr<const Value> get(const std::string& key, const Make& make) {
        const std::shared_ptr<Entry> entry = entry_of({typeid(Value), key});
        const std::scoped_lock lock(entry->mutex);
        if (!entry->value) entry->value = std::make_shared<const Value>(make());
        return std::static_pointer_cast<const Value>(entry->value);
    }

    void forget(const std::string& key) {
        const std::scoped_lock lock(mutex_);
        std::erase_if(entries_, [&](const auto& entry) { return entry.first.second == key; });
    }

private:
    struct Entry {
        std::mutex mutex;
        std::shared_ptr<const void> value;
    };

    // What is kept under one text is of one type each.
    using Key = std::pair<std::type_index, std::string>;

    std::shared_ptr<Entry> entry_of(const Key& key) {
        const std::scoped_lock lock(mutex_);
        std::shared_ptr<Entry>& entry = entries_[key];
        if (!entry) entry = std::make_shared<Entry>();
        return entry;
    }

    std::mutex mutex_;
    std::map<Key, std::shared_ptr<Entry>> entries_;
};

// What goes along with a fit.
struct FitContext {
    StageTimes& times;          // seconds of slice, embed, align and kernel are added
    FitCache* cache = nullptr;  // of these graphs; none: nothing is shared
    std::string view = {};      // how the graphs differ from those of the cache; part of every key
    std::size_t cluster_graphs = 0;  // there are clusters for so many; 0: for those of the fit

    template <typename Value, typename Make>
    std::shared_ptr<const Value> share(const std::string& key, const Make& make) const {
        return cache ? cache->get<Value>(view + key, make) : std::make_shared<const Value>(make());
    }
};

}  // namespace dhgak
