// SPDX-License-Identifier: MIT
#include "dpor/minimise/reference_execution.hpp"

#include <algorithm>

namespace mcheck {

ReferenceExecution::ReferenceExecution(const Execution& execution) {
  std::uint32_t choice_index = 0;
  for (const Event& event : execution.events()) {
    if (event.eager) continue;
    if (steps_.size() <= index(event.thread)) steps_.resize(index(event.thread) + 1);
    steps_[index(event.thread)].push_back(
        {.event = event.index, .choice_index = choice_index++, .label = event.label});
  }
}

const ReferenceExecution::Step* ReferenceExecution::find(ThreadPosition where) const {
  if (index(where.thread) >= steps_.size()) return nullptr;
  const std::vector<Step>& steps = steps_[index(where.thread)];
  const auto found = std::ranges::lower_bound(steps, where.event, {}, &Step::event);
  return found != steps.end() && found->event == where.event ? &*found : nullptr;
}

std::uint32_t ReferenceExecution::choice_index(ThreadPosition where) const {
  const Step* step = find(where);
  return step == nullptr ? kNeverTaken : step->choice_index;
}

ReferenceExecution::Distance ReferenceExecution::distance(const View& view,
                                                          const Alternative& alternative) const {
  const Step* step = find(thread_position(view.execution.thread(alternative.thread)));
  if (step == nullptr) return {};
  return {.choice_index = step->choice_index,
          .other_data_choice = view.execution.label_of(alternative) != step->label};
}

}  // namespace mcheck
