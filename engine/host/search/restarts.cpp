// SPDX-License-Identifier: MIT
#include "engine/host/search/restarts.hpp"

namespace mcheck {

std::function<bool(const SearchReport&)> restart_condition(const Machine& machine,
                                                           const ByteObjects& bytes,
                                                           Strategy& strategy, bool is_random) {
  return [&, is_random, bounded = strategy.capabilities().bounded,
          known_spin_sites = machine.spin_sites(),
          loops = machine.counted_loop_sites()](const SearchReport&) {
    if (bytes.has_overlaps() && !is_random) return true;
    if (machine.needs_isolation() || machine.needs_write_checks() || machine.needs_reuse())
      return true;
    const bool bounds_by_known_sites =
        bounded != nullptr && bounded->bounds_by_places() && bounded->bound_hit();
    return bounds_by_known_sites ? machine.spin_sites() != known_spin_sites
                                 : machine.counted_loop_sites() != loops;
  };
}

}  // namespace mcheck
