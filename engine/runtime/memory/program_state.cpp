// SPDX-License-Identifier: MIT
// The identity of the program's state, as far as memory and accesses decide it
// (engine/search/states/program_state.hpp).
#include "engine/runtime/data_races/protected_cells.hpp"
#include "engine/runtime/machine/machine.hpp"

namespace mcheck {

void Machine::match_states(Matching matching) {
  const bool comparable = unmodified() && accesses_ && !is_isolated() && conflicts() == nullptr &&
                          !race_judge_ && !capture_ && !keep_notes_ && external_state_ == nullptr;
  const bool allowed = behaviour_.symmetry && comparable && !kAddressSanitizer;
  symmetry_.begin_search(allowed && matching == Matching::kUpToSymmetry);
  if (!accesses_) return;
  Races& races = accesses_->races();
  races.consulted().set_on(matching != Matching::kOff);
  races.consulted().begin_search();
  races.protected_cells().begin_search(matching != Matching::kOff);
}

void Machine::note_clock_read() {
  if (accesses_) accesses_->races().consulted().note_clocks();
  symmetry_.note_clock_read();
}

bool Machine::needs_more_records() const {
  return accesses_ && !is_isolated() &&
         (accesses_->races().consulted().has_news() ||
          accesses_->races().protected_cells().has_news() || symmetry_.equal().has_news());
}

// Regions stand in the order of the threads' paths. What a replay captures of the output is no part
// of it: no thread reads that.
std::optional<Fingerprint> Machine::state_of_program() {
  if (kernel_effect_ || conflicts() != nullptr) return std::nullopt;
  materialize();
  unchanged_since_resume_ = 0;
  Fingerprint all = symmetry_.memory();
  if (!accesses_) return all;
  all = all.then(accesses_->knowledge(*execution_, symmetry_.names()));
  if (accesses_->tells_equal_threads_apart())
    symmetry_.note_observed("a thread's own memory is accessed atomically, or by other threads");
  return all;
}

}  // namespace mcheck
