// SPDX-License-Identifier: MIT
#include "engine/host/branching.hpp"

#include <algorithm>

namespace mcheck {

std::vector<NamedValue> branching_of(const Execution& execution,
                                     std::span<const std::uint64_t> partings, std::size_t most) {
  std::vector<NamedValue> objects;
  for (std::uint32_t i = 0; i < partings.size(); ++i) {
    if (partings[i] == 0 || execution.find_object(ObjectId{i}) == nullptr) continue;
    const std::string name = execution.object_text(ObjectId{i});
    const auto known = std::ranges::find(objects, name, &NamedValue::name);
    NamedValue& object = known == objects.end() ? objects.emplace_back(name, 0) : *known;
    object.value += static_cast<std::int64_t>(partings[i]);
  }
  std::ranges::stable_sort(objects, std::ranges::greater(), &NamedValue::value);
  if (objects.size() > most) objects.resize(most);
  return objects;
}

}  // namespace mcheck
