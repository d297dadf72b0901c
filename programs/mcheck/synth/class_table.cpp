// SPDX-License-Identifier: MIT
#include "programs/mcheck/synth/class_table.hpp"

#include <charconv>

namespace mcheck::command {
namespace {

std::vector<std::string> split_text(std::string_view text, char separator) {
  std::vector<std::string> parts;
  for (std::size_t end = 0; end != std::string_view::npos;) {
    end = text.find(separator);
    parts.emplace_back(text.substr(0, end));
    if (end != std::string_view::npos) text.remove_prefix(end + 1);
  }
  return parts;
}

std::optional<std::size_t> number_of(std::string_view text) {
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

OperationInfo parse_operation(const std::vector<std::string>& columns) {
  constexpr std::size_t kFirstParameter = 6;
  OperationInfo operation;
  operation.name = columns[1];
  const std::string& flags = columns[2];
  operation.constructs = flags.find('c') != std::string::npos;
  operation.read_only = flags.find('k') != std::string::npos;
  operation.quiescent = flags.find('q') != std::string::npos;
  operation.maker = flags.find('m') != std::string::npos;
  operation.owner = columns[3];
  operation.code = columns[4];
  operation.result = number_of(columns[5]);
  for (std::size_t i = kFirstParameter; i < columns.size(); ++i) {
    const std::string_view column = columns[i];
    operation.parameters.push_back(
        {.passing = column[0], .type = number_of(column.substr(1)).value_or(0)});
  }
  return operation;
}

}  // namespace

ClassTable parse_class_table(std::string_view text) {
  ClassTable table;
  for (const std::string& line : split_text(text, '\n')) {
    std::vector<std::string> columns = split_text(line, '\t');
    if (columns[0] == "class" && columns.size() == 2) table.name = columns[1];
    if (columns[0] == "type" && columns.size() >= 2) {
      table.types.push_back({columns[1], {columns.begin() + 2, columns.end()}});
    }
    if (columns[0] == "operation" && columns.size() >= 6) {
      table.operations.push_back(parse_operation(columns));
    }
    if (columns[0] == "file" && columns.size() == 2) table.file = columns[1];
    if (columns[0] == "reference" && columns.size() == 2) table.reference = columns[1];
    if (columns[0] == "missing" && columns.size() == 3) {
      table.operations.at(number_of(columns[1]).value_or(0)).missing = columns[2];
    }
  }
  return table;
}

}  // namespace mcheck::command
