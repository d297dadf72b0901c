// SPDX-License-Identifier: MIT
#include "programs/mcheck/gate/toml.hpp"

#include <array>
#include <charconv>

#include "programs/mcheck/gate/toml_cursor.hpp"

namespace mcheck::command {
namespace {

constexpr int kMaxNesting = 64;  // nested values

TomlValue empty_table(TomlPlace place) { return {TomlValue::Table{}, place}; }

// Parses at the cursor. Errors are thrown, and caught by parse_toml().
class TomlReader {
 public:
  explicit TomlReader(std::string_view text) : cursor_(text), root_(empty_table({})) {}

  TomlValue read() {
    TomlValue* table = &root_;
    for (cursor_.skip_lines(); !cursor_.at_end(); cursor_.skip_lines()) {
      if (cursor_.peek() == '[') {
        table = header();
      } else {
        assignment(*table);
      }
      cursor_.end_line();
    }
    return std::move(root_);
  }

 private:
  // [a.b] or [[a.b]]: the table of the following lines.
  TomlValue* header() {
    const TomlPlace place = cursor_.place();
    cursor_.expect('[');
    const bool listed = cursor_.accept('[');
    const std::vector<TomlKey> path = dotted_key();
    cursor_.expect(']');
    if (listed) cursor_.expect(']');
    TomlValue* table = &root_;
    for (std::size_t i = 0; i + 1 < path.size(); ++i) table = &subtable(*table, path[i]);
    const TomlKey& last = path.back();
    if (listed) return &append_table(*table, last, place);
    if (table->member(last.name) != nullptr) {
      throw TomlError{last.place, "'" + last.name + "' is there already"};
    }
    return &add_member(*table, last, empty_table(place));
  }

  void assignment(TomlValue& table) {
    const std::vector<TomlKey> path = dotted_key();
    cursor_.expect('=');
    TomlValue* inside = &table;
    for (std::size_t i = 0; i + 1 < path.size(); ++i) inside = &subtable(*inside, path[i]);
    if (inside->member(path.back().name) != nullptr) {
      throw TomlError{path.back().place, "'" + path.back().name + "' is given twice"};
    }
    add_member(*inside, path.back(), value());
  }

  static TomlValue& add_member(TomlValue& table, const TomlKey& key, TomlValue value) {
    auto& members = *table.as<TomlValue::Table>();
    members.emplace_back(key, std::move(value));
    return members.back().second;
  }

  // The table of that name, or the last one of a list of tables; created if missing.
  static TomlValue& subtable(TomlValue& table, const TomlKey& key) {
    TomlValue* found = table.member(key.name);
    if (found == nullptr) return add_member(table, key, empty_table(key.place));
    if (auto* list = found->as<TomlValue::List>(); list != nullptr && !found->closed) {
      found = &list->back();
    }
    if (found->as<TomlValue::Table>() == nullptr || found->closed) {
      throw TomlError{key.place, "'" + key.name + "' is " + found->kind() + " already"};
    }
    return *found;
  }

  static TomlValue& append_table(TomlValue& table, const TomlKey& key, TomlPlace place) {
    TomlValue* list = table.member(key.name);
    if (list == nullptr) list = &add_member(table, key, {TomlValue::List{}, key.place});
    auto* tables = list->as<TomlValue::List>();
    if (tables == nullptr || list->closed) {
      throw TomlError{key.place, "'" + key.name + "' is " + list->kind() + " already"};
    }
    tables->push_back(empty_table(place));
    return tables->back();
  }

  std::vector<TomlKey> dotted_key() {
    std::vector<TomlKey> path;
    do {
      cursor_.skip_spaces();
      const TomlPlace place = cursor_.place();
      path.push_back({cursor_.key(), place});
      cursor_.skip_spaces();
    } while (cursor_.accept('.'));
    return path;
  }

  TomlValue value() {
    cursor_.skip_spaces();
    const TomlPlace place = cursor_.place();
    if (++depth_ > kMaxNesting) throw TomlError{place, "too many values in values"};
    TomlValue read = plain_value(place);
    --depth_;
    return read;
  }

  TomlValue plain_value(TomlPlace place) {
    switch (cursor_.peek()) {
      case '"':
      case '\'': return {cursor_.text(), place};
      case '[': return list(place);
      case '{': return table(place);
      default: return word(place);
    }
  }

  // May span several lines.
  TomlValue list(TomlPlace place) {
    TomlValue::List values;
    cursor_.expect('[');
    for (cursor_.skip_lines(); cursor_.peek() != ']'; cursor_.skip_lines()) {
      values.push_back(value());
      cursor_.skip_lines();
      if (!cursor_.accept(',')) break;
    }
    cursor_.expect(']');
    TomlValue read(std::move(values), place);
    read.closed = true;
    return read;
  }

  TomlValue table(TomlPlace place) {
    TomlValue read = empty_table(place);
    cursor_.expect('{');
    cursor_.skip_spaces();
    if (cursor_.peek() != '}') {
      do {
        assignment(read);
        cursor_.skip_spaces();
      } while (cursor_.accept(','));
    }
    cursor_.expect('}');
    read.closed = true;
    return read;
  }

  // true, false or a number.
  TomlValue word(TomlPlace place) {
    const std::string text = cursor_.word();
    if (text == "true" || text == "false") return {text == "true", place};
    std::string digits;
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text[i] != '_') digits += text[i];
    }
    const char* begin = digits.data() + (digits.starts_with('+') ? 1 : 0);
    const char* end = digits.data() + digits.size();
    std::int64_t whole = 0;
    if (const auto [at, error] = std::from_chars(begin, end, whole);
        begin != end && at == end && error == std::errc()) {
      return {whole, place};
    }
    const bool fraction = text.find_first_of(".eE") != std::string::npos;
    double number = 0;
    if (const auto [at, error] = std::from_chars(begin, end, number);
        fraction && at == end && error == std::errc()) {
      return {number, place};
    }
    if (text.empty()) throw TomlError{place, "a value is missing"};
    throw TomlError{place, "'" + text + "' is no value; a text stands in double quotes"};
  }

  TomlCursor cursor_;
  TomlValue root_;
  int depth_ = 0;
};

}  // namespace

const char* TomlValue::kind() const {
  static constexpr std::array<const char*, 6> kKinds = {
      "a text", "a whole number", "a number", "true or false", "a list", "a table"};
  return kKinds.at(value_.index());
}

TomlValue* TomlValue::member(std::string_view name) {
  for (auto& [key, value] : *as<Table>()) {
    if (key.name == name) return &value;
  }
  return nullptr;
}

std::variant<TomlValue, TomlError> parse_toml(std::string_view text) {
  try {
    return TomlReader(text).read();
  } catch (const TomlError& error) {
    return error;
  }
}

}  // namespace mcheck::command
