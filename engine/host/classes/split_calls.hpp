// SPDX-License-Identifier: MIT
// Orders in which a call that waits is several operations: a request, and a completion.
//
// Paper    [Scherer, Scott: Nonblocking concurrent data structures with condition synchronization,
//          DISC 2004]. A call whose condition does not hold has two places in the order: it makes
//          its request at the first, and completes at the second.
// Differs  The class itself is the specification. A turn ends where a call returns or waits, so its
//          request is what it does until it waits. A call that waits again has a further operation.
//          A timed wait may end or give up only if that is a turn of its own.
// Orders   The number of a call stands in an order once for each of its operations. All of them lie
//          between its beginning and its return, so an execution permits an order under the same
//          condition as one of whole calls (call_history.hpp).
// Limits   Not for classes that start threads: these run beside the calls, in no turn. Not for
//          quiescent consistency, which lets other calls of a thread come between the two
//          operations.
// Oracle   tests/runtime/classes/waiting_test.cpp: all interleavings, and all orders of operations.
#pragma once

#include "engine/host/classes/sequential_runs.hpp"

namespace mcheck {

// Adds the orders, or says why not (SequentialRuns::uncompared).
void add_split_orders(const Subject& subject, const options& how, SequentialRuns& runs);

}  // namespace mcheck
