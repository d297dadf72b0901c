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

#include "engine/host/conflict_sites.hpp"
#include "engine/runtime/machine.hpp"
#include "engine/trace/conflict_list.hpp"

namespace mcheck {

// Looks at the writes that were new in the last execution: if a container's method made one, the
// whole container counts as written (container_written_by()).
void learn_objects(Conflicts& conflicts);

// Adds the kind of an access at the site. What the user declared about the method wins.
void add_kind(CallSite& site, const FoundSite& found, std::uint8_t kind);

// The variable that both threads accessed, if it has a name: "queue".
[[nodiscard]] std::string object_of(const Meeting& meeting, const Execution& execution);

// A conflict as it was found first.
struct Seen {
  Meeting meeting;
  std::vector<std::uint16_t> chosen;
  std::uint64_t execution = 0;
  std::string object;
  std::uint32_t number = 0;  // conflict_hash() of its stacks
};

class ConflictPairs {
 public:
  explicit ConflictPairs(std::vector<UserClass> classes) : classes_(std::move(classes)) {}

  // Adds the conflicts of the nth execution, which has just ended.
  void add(const Machine& machine, const Execution& execution, std::uint64_t nth);

  // All pairs, ordered by place. `replay` returns a schedule, or "" if the conflict does not
  // replay; such a pair is left out.
  [[nodiscard]] std::vector<ConflictPair> list(
      const std::function<std::string(const Seen&)>& retell);
  void learn_marked(const Conflicts& conflicts) {
    classes_ = with_marked(std::move(classes_), conflicts.marked());
  }
  [[nodiscard]] bool any() const { return !raw_.empty(); }
  // Counts of pairs that were left out: they did not replay, or one side has no user code.
  [[nodiscard]] std::size_t lost() const { return lost_; }
  [[nodiscard]] std::size_t nobodys() const { return nobodys_; }

 private:
  struct Place {
    std::string file;
    int line = 0;

    friend auto operator<=>(const Place&, const Place&) = default;
  };
  struct Raw {
    Seen seen;
    Backtrace before;
    Backtrace now;
  };
  struct Known {
    ConflictPair pair;
    std::vector<const Seen*> seen;
  };

  void look_up();
  void tell(Raw& raw);
  [[nodiscard]] static bool excused(const FoundSite& one, const FoundSite& other);

  std::vector<UserClass> classes_;
  Symbols symbols_;
  std::set<std::uint32_t> ids_;
  std::vector<Raw> raw_;
  std::map<std::pair<Place, Place>, Known> known_;
  std::size_t lost_ = 0;
  std::size_t nobodys_ = 0;
};

}  // namespace mcheck
