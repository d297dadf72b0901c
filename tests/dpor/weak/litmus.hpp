// SPDX-License-Identifier: MIT
// Litmus tests as table programs: the small programs in which papers on memory models show what a
// model allows.
#pragma once

#include "tests/support/table/table.hpp"

namespace litmus {

using table::Order;
using table::Program;
using table::Statement;

// The orders of the stores and of the loads; fences between two accesses of a thread, if any.
struct Orders {
  Order store = Order::kRelaxed;
  Order load = Order::kRelaxed;
};
inline constexpr Orders kRelaxed{Order::kRelaxed, Order::kRelaxed};
inline constexpr Orders kReleaseAcquire{Order::kRelease, Order::kAcquire};
inline constexpr Orders kSeqCst{Order::kSeqCst, Order::kSeqCst};

[[nodiscard]] Statement store(int x, int value, Order order);
[[nodiscard]] Statement load(int x, int reg, Order order);
[[nodiscard]] Statement fence(Order order);

// With these orders. A read-modify-write has both: if they are release and acquire, acq_rel.
[[nodiscard]] Program with_orders(Program program, Orders orders);

// A fence of that order between any two accesses of a thread.
[[nodiscard]] Program with_fences(const Program& program, Order order);

[[nodiscard]] Program store_buffering(Orders orders);      // x=1; read y || y=1; read x
[[nodiscard]] Program load_buffering(Orders orders);       // read x; y=1 || read y; x=1
[[nodiscard]] Program message_passing(Orders orders);      // x=1; y=1 || read y; read x
[[nodiscard]] Program independent_reads(Orders orders);    // x=1 || y=1 || read x; y || read y; x
[[nodiscard]] Program two_plus_two_writes(Orders orders);  // x=1; y=2 || y=1; x=2
[[nodiscard]] Program coherent_reads(Orders orders);       // x=1 || read x; read x
[[nodiscard]] Program causality(Orders orders);  // x=1 || read x; y=1 || read y; read x (WRC)

}  // namespace litmus
