// SPDX-License-Identifier: MIT
// Which states a thread may be in at each instruction, by iteration to a fixed point. A thread that
// has reached a call of the line comes to the line anew once it has jumped back and has reached a
// call of another line: a loop. A statement of several lines has calls of others in it, and a loop
// within one line jumps back.
#include "engine/host/schedule/line_entries.hpp"

#include <cstdint>
#include <string_view>

#include "engine/platform/processor/control_flow.hpp"
#include "engine/platform/processor/instruction.hpp"

namespace mcheck {
namespace {

// Sets of states, by their bits.
using States = std::uint8_t;
constexpr States kElsewhere = 1;   // it has reached no call of the line
constexpr States kInLine = 2;      // it has reached one
constexpr States kAfterOther = 4;  // and since then one of another line
constexpr States kAfterBack = 8;   // or has jumped back

States after_other(States before) {
  States after = before & (kElsewhere | kAfterOther);
  if ((before & kInLine) != 0) after |= kAfterOther;
  if ((before & kAfterBack) != 0) after |= kElsewhere;
  return after;
}

States after_jump_back(States before) {
  States after = before & (kElsewhere | kAfterBack);
  if ((before & kInLine) != 0) after |= kAfterBack;
  if ((before & kAfterOther) != 0) after |= kElsewhere;
  return after;
}

class LineWalk {
 public:
  explicit LineWalk(const LineCode& code)
      : code_(code), sizes_(code.size), states_(code.size), is_target_(code.size) {}

  std::vector<unsigned char*> entries() {
    find_instructions();
    begin_where_nothing_leads();
    for (bool has_changed = true; has_changed;) has_changed = pass();
    std::vector<unsigned char*> found;
    for (unsigned char* const call : code_.calls) {
      if ((states_[offset(call)] & kElsewhere) != 0) found.push_back(call);
    }
    return found;
  }

 private:
  [[nodiscard]] std::size_t offset(const unsigned char* at) const {
    return static_cast<std::size_t>(at - code_.begin);
  }
  [[nodiscard]] std::string_view bytes(std::size_t at, std::size_t size) const {
    return {reinterpret_cast<const char*>(code_.begin + at), size};
  }
  [[nodiscard]] ControlFlow flow(std::size_t at) const {
    return control_flow_of(bytes(at, sizes_[at]));
  }
  [[nodiscard]] bool is_inside(std::size_t at) const { return at < code_.size && sizes_[at] != 0; }
  static bool goes_on(const ControlFlow& flow) {
    return flow.kind == ControlFlow::Kind::kNext || flow.kind == ControlFlow::Kind::kBranch;
  }
  static bool has_target(const ControlFlow& flow) {
    return flow.kind == ControlFlow::Kind::kJump || flow.kind == ControlFlow::Kind::kBranch;
  }

  void find_instructions() {
    for (std::size_t at = 0; at < code_.size; at += sizes_[at]) {
      sizes_[at] = instruction_at(bytes(at, code_.size - at)).size;
      if (sizes_[at] == 0) return;
      const ControlFlow after = flow(at);
      has_computed_jumps_ |= after.kind == ControlFlow::Kind::kComputedJump;
      if (goes_on(after) && at + sizes_[at] < code_.size) is_target_[at + sizes_[at]] = true;
      const std::size_t target = at + static_cast<std::size_t>(after.target);
      if (has_target(after) && target < code_.size) is_target_[target] = true;
    }
  }

  // The beginning, and handlers of exceptions. A computed jump (a switch) may lead anywhere, also
  // to what something else leads to: better one stop too many than none.
  void begin_where_nothing_leads() {
    for (std::size_t at = 0; at < code_.size; ++at) {
      const bool may_begin = at == 0 || !is_target_[at] || has_computed_jumps_;
      if (is_inside(at) && may_begin) states_[at] = kElsewhere;
    }
  }

  bool pass() {
    bool has_changed = false;
    const auto add = [&](std::size_t at, States more) {
      if (!is_inside(at) || (states_[at] | more) == states_[at]) return;
      states_[at] |= more;
      has_changed = true;
    };
    for (std::size_t at = 0; at < code_.size; ++at) {
      if (!is_inside(at) || states_[at] == 0) continue;
      States after = states_[at];
      if (code_.calls.contains(code_.begin + at)) after = kInLine;
      if (code_.other_calls.contains(code_.begin + at)) after = after_other(after);
      const ControlFlow next = flow(at);
      if (goes_on(next)) add(at + sizes_[at], after);
      if (has_target(next))
        add(at + static_cast<std::size_t>(next.target),
            next.target <= 0 ? after_jump_back(after) : after);
    }
    return has_changed;
  }

  const LineCode& code_;
  std::vector<std::size_t> sizes_;  // of the instruction that begins there; 0: none does
  std::vector<States> states_;      // before it
  std::vector<bool> is_target_;
  bool has_computed_jumps_ = false;
};

}  // namespace

std::vector<unsigned char*> entries_of_line(const LineCode& code) {
  return LineWalk(code).entries();
}

}  // namespace mcheck
