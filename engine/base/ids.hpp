// SPDX-License-Identifier: MIT
// The ids by which the engine refers to threads and objects.
//
// Ids are small dense integers of distinct types. They mean the same for the life of a process:
// main's second child is the same ThreadId in every execution (engine/search/execution/identity.hpp
// assigns them by path of creation). Ids of different processes are not comparable; paths are.
#pragma once

#include <cstdint>

namespace mcheck {

// One machine word of a value, an argument or a result. Values that do not fit are interned first.
using Word = std::uint64_t;

enum class ThreadId : std::uint16_t {};
inline constexpr ThreadId kNoThread{0xffff};
enum class ObjectId : std::uint32_t {};

inline constexpr ThreadId kMainThread{0};
inline constexpr ObjectId kNoObject{0};  // operations on no object: choose, fence, join …
inline constexpr unsigned kMaxThreads = 256;

constexpr unsigned index(ThreadId thread) { return static_cast<unsigned>(thread); }
constexpr unsigned index(ObjectId object) { return static_cast<unsigned>(object); }

}  // namespace mcheck
