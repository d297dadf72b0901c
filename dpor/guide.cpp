// SPDX-License-Identifier: MIT
#include "dpor/guide.hpp"

#include <algorithm>

namespace mcheck {

Guide::Guide(const Execution& execution) {
  std::uint32_t position = 0;
  for (const Event& event : execution.events()) {
    if (event.eager) continue;
    if (steps_.size() <= index(event.thread)) steps_.resize(index(event.thread) + 1);
    steps_[index(event.thread)].push_back(
        {.event = event.index, .position = position++, .label = event.label});
  }
}

const Guide::Step* Guide::find(ThreadPlace place) const {
  if (index(place.thread) >= steps_.size()) return nullptr;
  const std::vector<Step>& steps = steps_[index(place.thread)];
  const auto found = std::ranges::lower_bound(steps, place.event, {}, &Step::event);
  return found != steps.end() && found->event == place.event ? &*found : nullptr;
}

std::uint32_t Guide::position(ThreadPlace place) const {
  const Step* step = find(place);
  return step == nullptr ? kNever : step->position;
}

Guide::Distance Guide::distance(const View& view, const Alternative& way) const {
  const Step* step = find(place_of(view.execution.thread(way.thread)));
  if (step == nullptr) return {};
  return {.position = step->position, .other_choice = view.execution.label_of(way) != step->label};
}

}  // namespace mcheck
