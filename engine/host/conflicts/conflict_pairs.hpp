// SPDX-License-Identifier: MIT
// The conflicts of all executions, grouped by the two places in the user's code: all accesses of
// one call, on whatever objects, form one pair.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/host/conflicts/call_sites.hpp"
#include "engine/runtime/machine/machine.hpp"
#include "engine/trace/results/conflict_list.hpp"

namespace mcheck {

// Looks at the writes that were new in the last execution: if a container's method made one, the
// whole container counts as written (container_written_by()).
void widen_container_writes(Conflicts& conflicts);

// Adds the kind of an access at the site. What the user declared about the method wins.
void add_access(CallSite& site, const FoundSite& found, std::uint8_t kind);

// The variable that both threads accessed, if it has a name: "queue".
[[nodiscard]] std::string conflict_object(const Conflict& conflict, const Execution& execution);

// A conflict as it was found first.
struct FoundConflict {
  Conflict conflict;
  std::vector<std::uint16_t> chosen;
  std::uint64_t execution = 0;
  std::string object;
  std::uint32_t hash = 0;  // conflict_hash() of its stacks
};

class ConflictPairs {
 public:
  explicit ConflictPairs(std::vector<UserClass> classes) : classes_(std::move(classes)) {}

  // Adds the conflicts of the nth execution, which has just ended.
  void add(const Machine& machine, const Execution& execution, std::uint64_t nth);

  // All pairs, ordered by place. `replay` returns a schedule, or "" if the conflict does not
  // replay; such a pair is left out.
  [[nodiscard]] std::vector<ConflictPair> list(
      const std::function<std::string(const FoundConflict&)>& replay);
  void add_annotated_classes(const Conflicts& conflicts) {
    classes_ = with_annotated_methods(std::move(classes_), conflicts.annotated());
  }
  [[nodiscard]] bool any() const { return !unresolved_.empty(); }
  // Counts of pairs that were left out: they did not replay, or one side has no user code.
  [[nodiscard]] std::size_t not_replayed() const { return not_replayed_; }
  [[nodiscard]] std::size_t without_user_code() const { return without_user_code_; }

 private:
  struct SourceLine {
    std::string file;
    int line = 0;

    friend auto operator<=>(const SourceLine&, const SourceLine&) = default;
  };
  struct Unresolved {
    FoundConflict seen;
    Backtrace before;
    Backtrace now;
  };
  struct Known {
    ConflictPair pair;
    std::vector<const FoundConflict*> seen;
  };

  void resolve();
  void resolve_pair(Unresolved& unresolved);
  [[nodiscard]] static bool cannot_conflict(const FoundSite& one, const FoundSite& other);

  std::vector<UserClass> classes_;
  Symbolizer symbolizer_;
  std::set<std::uint32_t> ids_;
  std::vector<Unresolved> unresolved_;
  std::map<std::pair<SourceLine, SourceLine>, Known> known_;
  std::size_t not_replayed_ = 0;
  std::size_t without_user_code_ = 0;
};

}  // namespace mcheck
