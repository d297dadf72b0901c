// SPDX-License-Identifier: MIT
#include "engine/host/results/branching.hpp"

#include <algorithm>

#include "engine/runtime/verdict/atomic_uses.hpp"

namespace mcheck {

std::vector<NamedValue> branching_of(const Execution& execution,
                                     std::span<const std::uint64_t> branches,
                                     std::size_t max_objects) {
  std::vector<NamedValue> objects;
  for (std::uint32_t i = 0; i < branches.size(); ++i) {
    const ObjectRecord* const record = execution.find_object(ObjectId{i});
    if (branches[i] == 0 || record == nullptr) continue;
    if (record->name == nullptr && is_engine_variable(execution, ObjectId{i})) continue;
    const std::string name = execution.object_text(ObjectId{i});
    const auto known = std::ranges::find(objects, name, &NamedValue::name);
    NamedValue& object =
        known == objects.end() ? objects.emplace_back(NamedValue{name, 0}) : *known;
    object.value += static_cast<std::int64_t>(branches[i]);
  }
  std::ranges::stable_sort(objects, std::ranges::greater(), &NamedValue::value);
  if (objects.size() > max_objects) objects.resize(max_objects);
  return objects;
}

}  // namespace mcheck
