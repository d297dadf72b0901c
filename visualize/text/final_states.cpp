// SPDX-License-Identifier: MIT
#include "visualize/text/final_states.hpp"

#include <algorithm>

#include "engine/base/utf8.hpp"
#include "visualize/model/column_layout.hpp"
#include "visualize/model/wording.hpp"

namespace mcheck {
namespace {

std::string values_text(const std::vector<NamedValue>& values) {
  std::string text;
  for (const NamedValue& each : values) {
    text += "  " + one_line(each.name) + " = " + std::to_string(each.value);
  }
  return text;
}

}  // namespace

std::string final_states_text(const std::vector<FinalState>& states) {
  const std::size_t shown = std::min(states.size(), kMaxStates);
  std::size_t widest = 0;
  std::size_t ended = 0;
  for (std::size_t i = 0; i < shown; ++i) {
    widest = std::max(widest, grouped(states[i].count).size());
    ended = std::max(ended, columns_of(one_line(states[i].ended)));
  }
  std::string out = "final states: " + grouped(states.size()) + "\n";
  for (std::size_t i = 0; i < shown; ++i) {
    const FinalState& state = states[i];
    const std::string count = grouped(state.count);
    const std::string line = "  " + std::string(widest - count.size(), ' ') + count + " × " +
                             padded(one_line(state.ended), ended) + values_text(state.objects) +
                             values_text(state.notes);
    out += shortened(line.substr(0, line.find_last_not_of(' ') + 1), page_columns()) + "\n";
  }
  if (states.size() > shown) out += "  … and " + grouped(states.size() - shown) + " more\n";
  return out;
}

}  // namespace mcheck
