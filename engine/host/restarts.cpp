// SPDX-License-Identifier: MIT
#include "engine/host/restarts.hpp"

namespace mcheck {

std::function<bool(const SearchReport&)> has_to_restart(const Machine& machine,
                                                        const ByteObjects& bytes,
                                                        Strategy& strategy, bool draws_lots) {
  return [&, draws_lots, bounded = strategy.capabilities().bounded,
          known = machine.polling_places(),
          loops = machine.counted_loop_sites()](const SearchReport&) {
    if (bytes.has_overlaps() && !draws_lots) return true;
    if (machine.wants_isolation() || machine.wants_judging() || machine.wants_reuse()) return true;
    const bool bounds = bounded != nullptr && bounded->bounds_by_places() && bounded->bound_hit();
    return bounds ? machine.polling_places() != known : machine.counted_loop_sites() != loops;
  };
}

}  // namespace mcheck
