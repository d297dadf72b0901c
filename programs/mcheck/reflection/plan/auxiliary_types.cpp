// SPDX-License-Identifier: MIT
#include "programs/mcheck/reflection/plan/auxiliary_types.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace mcheck::command::reflection {
namespace {

constexpr int kMaxDepth = 3;  // types that are needed for types that are needed
constexpr std::size_t kMaxConstructors = 4;

struct AuxiliaryType {
  TypeShape type;
  ClassShape shape;
  Plans plans;
};

// An expression of that type, the n-th; "" if there is none.
std::string field_value(const TypeShape& type, int n) {
  if (type.bare_spelling == "bool") return n == 0 ? "false" : "true";
  if (type.category == TypeCategory::kArithmetic) return std::to_string(n);
  if (type.category == TypeCategory::kEnumeration && !type.enumerators.empty()) {
    const std::size_t last = type.enumerators.size() - 1;
    return type.enumerators[std::min(static_cast<std::size_t>(n), last)];
  }
  if (type.template_name == "std::basic_string") return n == 0 ? "\"\"" : "\"a\"";
  return "";
}

std::vector<std::string> aggregate_values(const ClassShape& shape) {
  if (!shape.is_aggregate || shape.is_instance || shape.fields.empty()) return {};
  std::vector<std::string> values;
  for (int n = 0; n < 2; ++n) {
    std::string text = shape.type.bare_spelling + "{";
    for (std::size_t i = 0; i < shape.fields.size(); ++i) {
      const std::string value =
          field_value(shape.fields[i].type, n == 0 ? 0 : static_cast<int>(i) + 1);
      if (value.empty() || !shape.fields[i].is_public) return {};
      text += (i == 0 ? "" : ", ") + value;
    }
    values.push_back(text + "}");
  }
  return values;
}

// Of the standard library's implementation, such as an iterator: a constructor that it happens to
// have makes nothing that belongs to a container.
bool is_reserved_name(const std::string& spelling) {
  const std::string name = spelling.substr(0, spelling.find('<'));
  const std::size_t colon = name.rfind(':');
  return name.compare(colon == std::string::npos ? 0 : colon + 1, 1, "_") == 0;
}

class Supplier {
 public:
  Supplier(const HeaderSource& header, const ClassShape& subject, Plans plans)
      : header_(header), subject_(subject), plans_(std::move(plans)) {}

  void supply(ClassModel& model) {
    std::vector<TypeShape> needed;
    for (const auto& each : plans_.constructors) append(needed, each.needs);
    for (const auto& each : plans_.operations) append(needed, each.needs);
    for (int depth = 0; depth < kMaxDepth && !needed.empty(); ++depth) needed = read(needed);
    find_suppliable();
    move_into(model);
  }

 private:
  static void append(std::vector<TypeShape>& to, const std::vector<TypeShape>& from) {
    to.insert(to.end(), from.begin(), from.end());
  }

  // Reads the types that are not known yet, and returns what their constructors need.
  std::vector<TypeShape> read(const std::vector<TypeShape>& needed) {
    std::vector<TypeShape> fresh;
    std::vector<std::string> spellings;
    for (const TypeShape& type : needed) {
      const std::string& name = type.bare_spelling;
      if (name == subject_.type.bare_spelling || types_.contains(name)) continue;
      types_[name].type = type;
      if (type.category != TypeCategory::kClass || !type.is_accessible) continue;
      if (type.template_name == "std::chrono::duration" || is_reserved_name(name)) continue;
      fresh.push_back(type);
      spellings.push_back(name);
    }
    std::vector<TypeShape> further;
    std::vector<ClassShape> shapes = class_shapes(header_, spellings);
    for (std::size_t i = 0; i < shapes.size(); ++i) {
      AuxiliaryType& type = types_[spellings[i]];
      type.shape = std::move(shapes[i]);
      const bool is_simple = spellings[i].starts_with("std::") && has_default(type.shape);
      if (!type.shape.is_complete || is_simple) continue;
      type.plans = plan_constructors(type.shape);
      for (const auto& each : type.plans.constructors) append(further, each.needs);
    }
    return further;
  }

  static bool has_default(const ClassShape& shape) {
    return shape.is_complete && shape.is_default_constructible;
  }

  [[nodiscard]] bool is_suppliable(const TypeShape& type) const {
    return suppliable_.contains(type.bare_spelling);
  }

  [[nodiscard]] bool are_suppliable(const std::vector<TypeShape>& types) const {
    return std::ranges::all_of(types, [&](const TypeShape& each) { return is_suppliable(each); });
  }

  [[nodiscard]] bool has_constructor(const AuxiliaryType& type) const {
    if (type.type.category == TypeCategory::kEnumeration) return type.type.is_accessible;
    if (type.type.template_name == "std::chrono::duration" || has_default(type.shape)) return true;
    return std::ranges::any_of(type.plans.constructors, [&](const PlannedConstructor& each) {
      return are_suppliable(each.needs);
    });
  }

  // What an operation returns, as the type of a value.
  [[nodiscard]] static std::string result_of(const PlannedOperation& operation) {
    const TypeShape& result = without_reference(operation.result);
    return result.bare_spelling;
  }

  void find_suppliable() {
    suppliable_.insert(subject_.type.bare_spelling);
    for (bool has_changed = true; has_changed;) {
      has_changed = false;
      for (const auto& each : types_) {
        const std::string& name = each.first;
        if (suppliable_.contains(name)) continue;
        const bool is_result =
            std::ranges::any_of(plans_.operations, [&](const PlannedOperation& operation) {
              return result_of(operation) == name && are_suppliable(operation.needs);
            });
        if (!is_result && !has_constructor(each.second)) continue;
        suppliable_.insert(name);
        has_changed = true;
      }
    }
  }

  [[nodiscard]] std::string why_not(const std::vector<TypeShape>& needs) const {
    for (const TypeShape& type : needs) {
      if (is_suppliable(type)) continue;
      const auto known = types_.find(type.bare_spelling);
      const bool is_class = known != types_.end() && type.category == TypeCategory::kClass;
      std::string why = "no way to build a parameter of type " + type.bare_spelling;
      if (is_class && !known->second.shape.is_complete) why += ", which is not defined";
      if (is_class && known->second.shape.is_abstract) why += ", which is abstract";
      return why;
    }
    return "";
  }

  void move_into(ClassModel& model) {
    model.left_out = std::move(plans_.left_out);
    std::set<std::string> reported;
    std::vector<TypeShape> used;
    for (PlannedConstructor& each : plans_.constructors) {
      if (are_suppliable(each.needs)) {
        append(used, each.needs);
        model.constructors.push_back(std::move(each.model));
      } else if (reported.insert(each.signature).second) {
        model.left_out.push_back({each.signature, why_not(each.needs)});
      }
    }
    for (const PlannedOperation& each : plans_.operations) {
      if (are_suppliable(each.needs)) {
        append(used, each.needs);
        model.operations.push_back(each.model);
        reported.insert(each.signature);
      }
    }
    for (const PlannedOperation& each : plans_.operations) {
      if (!are_suppliable(each.needs) && reported.insert(each.signature).second) {
        model.left_out.push_back({each.signature, why_not(each.needs)});
      }
    }
    add_auxiliaries(std::move(used), model);
  }

  void add_auxiliaries(std::vector<TypeShape> used, ClassModel& model) {
    std::set<std::string> done = {subject_.type.bare_spelling};
    for (std::size_t i = 0; i < used.size(); ++i) {
      const std::string name = used[i].bare_spelling;
      if (!done.insert(name).second) continue;
      const AuxiliaryType& type = types_[name];
      AuxiliaryModel auxiliary;
      auxiliary.type = name;
      if (type.type.category == TypeCategory::kEnumeration) {
        auxiliary.values = type.type.enumerators;
      } else if (type.type.template_name == "std::chrono::duration") {
        auxiliary.values = {name + "(0)", name + "(1)"};
      } else {
        auxiliary.values = aggregate_values(type.shape);
        for (const PlannedConstructor& each : type.plans.constructors) {
          if (auxiliary.constructors.size() == kMaxConstructors) break;
          if (each.model.parameter_types.empty() && each.model.callable.empty()) continue;
          if (!are_suppliable(each.needs)) continue;
          auxiliary.constructors.push_back(each.model);
          append(used, each.needs);
        }
      }
      if (auxiliary.values.empty() && auxiliary.constructors.empty()) continue;
      model.auxiliaries.push_back(std::move(auxiliary));
    }
  }

  const HeaderSource& header_;
  const ClassShape& subject_;
  Plans plans_;
  std::map<std::string, AuxiliaryType> types_;
  std::set<std::string> suppliable_;
};

}  // namespace

void add_supplied(const HeaderSource& header, const ClassShape& subject, Plans plans,
                  ClassModel& model) {
  Supplier(header, subject, std::move(plans)).supply(model);
}

}  // namespace mcheck::command::reflection
