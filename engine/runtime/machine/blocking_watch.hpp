// SPDX-License-Identifier: MIT
// Opens gates of the kind [a]: the thread of event a has blocked since (<mcheck/events.hpp>).
//
// A thread that is watched looks at an object before each operation that may block: a kProbe, which
// is an event like others, so reductions know that its result depends on the object. If the
// operation would block, the gate opens. Joins, and waits for a notification or a future, count as
// blocking at once.
#pragma once

#include <cstdint>

#include "engine/include/mcheck/detail/object.hpp"
#include "engine/trace/semantics/operation.hpp"

namespace mcheck {

// In Object::id: the object is identified by its address, and lies outside of program memory. So
// the gates of a schedule file take no room in snapshots.
inline constexpr std::uint32_t kIdentifiedByAddress = 0xffff'fffeu;

// The engine's id of a gate; registers it if it is new.
[[nodiscard]] ObjectId identify_gate(detail::Object& gate, ObjectKind kind);

// The gates that wait for that now; null: none.
struct BlockingWatch;
extern BlockingWatch* blocking_watches;

// The running thread is watched from now on, until it blocks.
void open_when_blocked(detail::Object& gate);

// The gate ends: nobody opens it any more.
void forget_blocking_watches(const detail::Object& gate);

// The running thread is about to announce the operation.
void before_blocking(const Operation& operation);

}  // namespace mcheck
