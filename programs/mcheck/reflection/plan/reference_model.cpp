// SPDX-License-Identifier: MIT
#include "programs/mcheck/reflection/plan/reference_model.hpp"

#include <cctype>
#include <utility>
#include <vector>

#include "programs/mcheck/reflection/harness_check.hpp"

namespace mcheck::command::reflection {
namespace {

bool continues_name(const std::string& text, std::size_t at) {
  return at < text.size() &&
         (std::isalnum(static_cast<unsigned char>(text[at])) != 0 || text[at] == '_');
}

}  // namespace

std::string with_name(const std::string& text, const std::string& name, const std::string& by) {
  std::string result;
  for (std::size_t i = 0; i < text.size();) {
    const bool is_name =
        text.compare(i, name.size(), name) == 0 &&
        (i == 0 || (!continues_name(text, i - 1) && text[i - 1] != ':')) &&
        !(continues_name(name, name.size() - 1) && continues_name(text, i + name.size()));
    result += is_name ? by : text.substr(i, 1);
    i += is_name ? name.size() : 1;
  }
  return result;
}

void add_reference(const HeaderSource& header, ClassModel& model, const std::string& name) {
  ClassModel other = model;
  other.name = name;
  const auto rename = [&](std::string& text) { text = with_name(text, model.name, name); };
  for (ConstructorModel& each : other.constructors) {
    for (std::string& type : each.parameter_types) rename(type);
    rename(each.callable);
  }
  for (OperationModel& each : other.operations) {
    for (std::string& type : each.parameter_types) rename(type);
    rename(each.callable);
  }
  remove_what_does_not_compile(header, other);
  model.reference = {.name = name,
                     .constructors = std::move(other.constructors),
                     .operations = std::move(other.operations)};
}

}  // namespace mcheck::command::reflection
