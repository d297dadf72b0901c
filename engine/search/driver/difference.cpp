// SPDX-License-Identifier: MIT
#include "engine/search/driver/difference.hpp"

namespace mcheck {

std::string describe(const Execution& execution, const Event& event) {
  std::string text = execution.thread_text(event.thread) + ": " + name_of(event.operation);
  const std::string object = execution.object_text(event.operation);
  if (!object.empty()) text += " `" + object + "`";
  if (event.operation.a != 0) text += " (" + std::to_string(event.operation.a) + ")";
  if (event.result != 0) text += " → " + std::to_string(event.result);
  return text;
}

Divergence first_difference(const Execution& execution, std::size_t from_event,
                            std::span<const Event> last_time) {
  const std::span<const Event> now = execution.events().subspan(from_event);
  std::size_t i = 0;
  while (i < now.size() && i < last_time.size() && same_event(now[i], last_time[i])) ++i;
  const auto text_of = [&](std::span<const Event> events) {
    return i < events.size() ? describe(execution, events[i])
                             : std::string("the same, and then announced another operation");
  };
  Divergence difference{.step = from_event + i, .before = text_of(last_time), .now = text_of(now)};
  if (i < last_time.size()) difference.was = last_time[i];
  if (i < now.size()) difference.is = now[i];
  return difference;
}

}  // namespace mcheck
