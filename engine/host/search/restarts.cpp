// SPDX-License-Identifier: MIT
#include "engine/host/search/restarts.hpp"

#include "engine/host/search/isolation.hpp"

namespace mcheck {

std::function<bool(const SearchReport&)> restart_condition(Machine& machine,
                                                           const Execution& execution,
                                                           Strategy& strategy, bool is_random) {
  return [&, is_random, bounded = strategy.capabilities().bounded,
          known_spin_sites = machine.spin_sites(),
          loops = machine.counted_loop_sites()](const SearchReport&) {
    if (execution.identities().byte_objects().has_overlaps() && !is_random) return true;
    if (machine.needs_isolation() || machine.needs_write_checks() || machine.needs_reuse() ||
        machine.needs_more_records() || found_waited_atomics(execution))
      return true;
    const bool bounds_by_known_sites =
        bounded != nullptr && bounded->bounds_by_places() && bounded->bound_hit();
    return bounds_by_known_sites ? machine.spin_sites() != known_spin_sites
                                 : machine.counted_loop_sites() != loops;
  };
}

bool knows_waited_atomics(const Execution& execution) {
  const WeakMemory* const memory = execution.weak_memory();
  return memory != nullptr && memory->waited().has_any();
}

std::string reason_for_private_sites(const Machine& machine, const Execution& execution,
                                     Strategy& strategy) {
  if (knows_waited_atomics(execution)) {
    return "threads wait for an atomic, and each process finds that out by itself: --jobs 1 "
           "without a checkpoint";
  }
  if (machine.counted_loop_sites() > 0) {
    return "a loop counts its iterations, and each process finds that out by itself: --jobs 1 "
           "without a checkpoint";
  }
  const Bounded* const bound = strategy.capabilities().bounded;
  if (bound == nullptr || !bound->bounds_by_places() || machine.spin_sites() == 0) return "";
  return "a thread spins, and each process finds out where by itself: with a bound, use --jobs 1 "
         "without a checkpoint";
}

}  // namespace mcheck
