// SPDX-License-Identifier: MIT
// What a verdict relies on: what the search could not check, and why it cannot verify.
#include <algorithm>

#include "engine/memory/heap/allocation.hpp"
#include "engine/runtime/machine/machine.hpp"

namespace mcheck {
namespace {

// Why nothing is verified if atomics overlap: the reason in the report.
constexpr const char* kOverlapText =
    "unordered atomic accesses of different sizes or addresses share bytes: not all their "
    "orders are explored";

constexpr const char* kUnorderedCalls =
    "calls on streams, and calls into the system that change no file, directory or descriptor, are "
    "no scheduling points";

std::string weaker_order_text(const VerdictBasis& basis, const Identities& names) {
  const std::string place = names.name_of_address(reinterpret_cast<const void*>(basis.weaker_at));
  return place.empty() ? basis.weaker_order : "`" + place + "`";
}

void add_memory_model(bool is_weak, const VerdictBasis& basis, std::vector<std::string>& list) {
  list.emplace_back(is_weak ? kNoLoadBuffering : kSequentialConsistency);
  const bool any_newest =
      basis.has_any({Kind::kAtomicWait, Kind::kAwait, Kind::kNotifyOne, Kind::kNotifyAll,
                     Kind::kBeginSection, Kind::kTryWait, Kind::kEventPoll});
  if (is_weak && any_newest) list.emplace_back(kNewestIfWaited);
}

}  // namespace

// In the middle of the program: debug information is read later, for the report.
void Machine::note_weaker_order(const Operation& operation) {
  const EngineAllocationScope engine_at_work;
  basis_.weaker_order = "a fence";
  if (operation.object == kNoObject) return;
  const ObjectRecord& object = *execution_->find_object(operation.object);
  basis_.weaker_order = "`" + name_without_address(object) + "`";
  if (object.name == nullptr) basis_.weaker_at = reinterpret_cast<std::uintptr_t>(object.address);
}

VerdictBasis Machine::current_basis() const {
  VerdictBasis basis = basis_;
  const auto has_used_another_stack = [](const auto& each) {
    return each.second.coroutine->has_used_another_stack();
  };
  if (std::ranges::any_of(process_state_.contexts, has_used_another_stack))
    basis.added_assumptions.insert(kStacksOfProgram);
  if (!accesses_) return basis;
  const Races& races = accesses_->races();
  basis.unexplored_orders |= races.unexplored_orders();
  basis.uninstrumented_shared |= races.uninstrumented_shared();
  basis.overlap = std::max(basis.overlap, races.atomic_overlap());
  return basis;
}

// A program without data races, all of whose synchronization is sequentially consistent, has
// sequentially consistent executions only ([intro.races] of the standard; Adve and Hill). Each
// execution is checked for races; but queries of a latch, a stop token or a future that do not wait
// may return an earlier state.
bool Machine::is_sequentially_consistent() const {
  const bool all_seq_cst = basis_.weaker_order.empty() || basis_.atomic_uses.are_sequential();
  return judges_all_races() && all_seq_cst && counted_loops_.sites.empty() &&
         current_basis().overlap == AtomicOverlap::kNever &&
         !basis_.has_any({Kind::kTryWait, Kind::kEventPoll});
}

// The location is recorded once: it takes microseconds.
void Machine::report_defined_misuse(std::string_view message) {
  if (behaviour_.strict_misuse) end_with(Step::Kind::kFailed, FailureKind::kMisuse, message);
  if (defined_misuses_.contains_message(message)) return;
  flush_repeats();
  const EngineAllocationScope engine_at_work;
  defined_misuses_.add({.message = std::string(message),
                        .thread = execution_->thread_text(thread_),
                        .from = backtrace_here()});
}

std::string Machine::unexplored_orders() const {
  if (std::string uninstrumented = uninstrumented_reads(); !uninstrumented.empty())
    return uninstrumented;
  if (!basis_.unknown_assembly.empty()) {
    return "a thread reached inline assembly that mcheck does not understand: " +
           basis_.unknown_assembly;
  }
  if (basis_.undecided) {
    return "whether threads are stuck at atomic sections was not decided: use a mutex instead, or "
           "one process without a checkpoint and a bound";
  }
  if (basis_.stack_sizes_differ) {
    return "a thread's stack does not have the same size in all executions, and an overflow of the "
           "smaller one may have been missed: use one size, or --isolate fork";
  }
  if (counted_loops_.exits_differ) {
    return "a loop counts its iterations, and what follows its end depends on the count: not every "
           "iteration at which it may end was explored (with fewer than 1,000 iterations, all are)";
  }
  if (current_basis().overlap == AtomicOverlap::kUnordered) return kOverlapText;
  if (!accesses_ || !behaviour_.ignore_races) return "";
  if (!behaviour_.plain_points) {
    return "data races are ignored, and plain accesses are no scheduling points: --points all, or "
           "--races report";
  }
  if (!current_basis().unexplored_orders) return "";
  return "data races are ignored, and some are of atomics with plain accesses, of accesses that "
         "are not within eight aligned bytes, or of freed memory: not all their orders "
         "are explored";
}

std::vector<std::string> Machine::assumptions(bool all_executions,
                                              const Execution& execution) const {
  std::vector<std::string> list;
  if (!all_executions || !is_sequentially_consistent()) {
    const bool is_weak = execution.weak_memory() != nullptr;
    add_memory_model(is_weak, basis_, list);
    const bool all_seq_cst = basis_.weaker_order.empty() || basis_.atomic_uses.are_sequential();
    const bool leaves_out = basis_.atomic_uses.share_weaker_order();
    if (!is_weak && (leaves_out || (all_executions && !all_seq_cst))) {
      list.back() += " (weaker orders are used, first of " +
                     weaker_order_text(basis_, execution.identities()) + ": try --memory rc11)";
    }
  }
  if (unmodified()) {
    list.push_back("all code that shares memory was compiled with -fsanitize=thread");
    if (kernel_effect_ && execution.threads().size() > 1) list.emplace_back(kUnorderedCalls);
    if (uninstrumented_writes_.gave_up() && !uninstrumented_writes_.is_checking()) {
      list.push_back(
          "steps after the first 512 MB of compared memory write nothing without a hook");
    }
    const bool atomics = basis_.has_any(
        {Kind::kLoad, Kind::kStore, Kind::kFetch, Kind::kCompareExchange, Kind::kAtomicWait});
    const bool overlapped = !accesses_ || current_basis().overlap != AtomicOverlap::kNever;
    if (atomics && overlapped && !basis_.added_assumptions.contains(kOneSizeAndAddress))
      list.push_back(kOneSizeAndAddress);
  } else if (!accesses_ || accesses_->is_only_data()) {
    list.push_back("threads share data in mcheck's types only");
  }
  const auto count = std::to_string(behaviour_.spurious);
  if (basis_.spurious_requested && behaviour_.spurious == 0) {
    list.push_back("no wait, try_lock or weak compare_exchange fails spuriously (--spurious 1)");
  } else if (basis_.spurious_requested) {
    list.push_back("spurious failures: at most " + count + " for each thread (--spurious)");
  }
  if (behaviour_.ignore_races && (accesses_ || basis_.has_any({Kind::kRead, Kind::kWrite}))) {
    list.push_back("data races have no effect except by the order of accesses (--races ignore)");
  }
  if (basis_.has_any({Kind::kGateWait})) {
    list.push_back("gates force a part of the schedule: other interleavings were not searched");
    if (execution.weak_memory() != nullptr) list.push_back("gates order memory, too");
  }
  if (!counted_loops_.sites.empty()) {
    list.push_back("a loop that counts its iterations does the same at whichever it ends");
  }
  if (basis_.timeout_requested && !behaviour_.timeouts)
    list.push_back("no timed operation times out");
  if (reuse_evidence_.is_possible() && behaviour_.detect_reuse && !needs_reuse()) {
    list.push_back("addresses of freed memory matter in atomics only (--reuse choice)");
  } else if (reuse_evidence_.is_possible()) {
    list.push_back("freed memory is not reused at once (--reuse choice)");
  }
  if (reuse_evidence_.for_large_blocks()) {
    list.push_back("freed blocks of more than 1,024 bytes are not reused at once");
  }
  const VerdictBasis basis = current_basis();
  list.insert(list.end(), basis.added_assumptions.begin(), basis.added_assumptions.end());
  return list;
}

}  // namespace mcheck
