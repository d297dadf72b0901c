// SPDX-License-Identifier: MIT
#include "engine/runtime/chance.hpp"

#include <algorithm>

#include "engine/base/host_state.hpp"
#include "engine/runtime/kernel_touch.hpp"
#include "engine/world/allocation.hpp"

namespace mcheck {
namespace {

std::vector<Question>& list() {
  MCHECK_HOST_STATE static std::vector<Question>* asked = nullptr;
  if (asked == nullptr) asked = new std::vector<Question>;
  return *asked;
}

}  // namespace

void note_question(const char* what, const char* function) {
  if (!program_runs()) return;
  const OutsideWorld engine_at_work;
  const auto same = [&](const Question& known) { return known.function == function; };
  if (std::ranges::none_of(list(), same)) list().push_back({what, function, backtrace_here()});
}

const std::vector<Question>& questions() { return list(); }
void forget_questions() { list().clear(); }

}  // namespace mcheck
