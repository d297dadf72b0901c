// SPDX-License-Identifier: MIT
#include "programs/mcheck/gate/gate_file.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "engine/trace/failures/failure_id.hpp"
#include "programs/mcheck/cli/diagnostic.hpp"
#include "programs/mcheck/cli/option_table.hpp"
#include "programs/mcheck/cli/option_values.hpp"
#include "programs/mcheck/synth/harness.hpp"

namespace mcheck::command {
namespace {

const std::vector<std::string> kVerdicts = {"verified", "bug", "incomplete", "not-repeatable"};
const std::vector<std::string> kClassVerdicts = {kNoViolation, "bug", "incomplete"};

constexpr std::int64_t kClassTests = 200;

using TomlErrors = std::vector<TomlError>;

TomlError toml_error(TomlPlace place, const std::string& what, const std::string& suggestion = "") {
  return {place, what + (suggestion.empty() ? "" : "; did you mean '" + suggestion + "'?")};
}

[[noreturn]] void throw_error(TomlPlace place, const std::string& what) {
  throw toml_error(place, what);
}

std::pair<int, int> at(const TomlError& toml_error) {
  return {toml_error.place.line, toml_error.place.column};
}

// Records one error for a part that cannot be read, and continues with the next.
template <typename Reader>
void collect_errors(TomlErrors& errors, Reader&& reader) {
  try {
    reader();
  } catch (const TomlError& found) {
    errors.push_back(found);
  }
}

// Reads a table's values by key; keys that nobody reads are unknown. Records errors and continues,
// so that one pass finds all of them.
class TableReader {
 public:
  TableReader(TomlValue& table, std::string title, TomlErrors& errors)
      : table_(table), title_(std::move(title)), errors_(errors) {
    if (table.as<TomlValue::Table>() == nullptr) {
      throw_error(table.place(), title_ + " is a table, not " + table.kind());
    }
  }

  template <typename Kind>
  void read(const char* name, const char* wanted, Kind& into) {
    TomlValue* value = find(name);
    if (value == nullptr) return;
    const Kind* value_read = value->as<Kind>();
    if (value_read == nullptr) return report_wrong_kind(name, *value, wanted);
    into = *value_read;
  }

  void texts(const char* name, std::vector<std::string>& into) {
    TomlValue* value = find(name);
    if (value == nullptr) return;
    const auto* list = value->as<TomlValue::List>();
    if (list == nullptr) return report_wrong_kind(name, *value, "a list of texts");
    into.clear();
    for (const TomlValue& each : *list) {
      const auto* text = each.as<std::string>();
      if (text == nullptr) return report_wrong_kind(name, each, "a list of texts");
      into.push_back(*text);
    }
  }

  void one_of(const char* name, const std::vector<std::string>& known, std::string& into) {
    read(name, "a text", into);
    if (find(name) == nullptr || std::ranges::find(known, into) != known.end()) return;
    report(find(name)->place(), "'" + into + "' is none of " + listed(known), nearest(into, known));
  }

  // A duration: "30s", or a number of seconds.
  void seconds(const char* name, double& into) {
    TomlValue* value = find(name);
    if (value == nullptr) return;
    std::optional<double> value_read;
    if (const auto* text = value->as<std::string>()) value_read = parse_seconds(*text);
    if (const auto* whole = value->as<std::int64_t>()) value_read = static_cast<double>(*whole);
    if (const auto* number = value->as<double>()) value_read = *number;
    if (!value_read || !(*value_read > 0)) {
      return report(value->place(), "not a duration: \"30s\", \"2m\" or 30");
    }
    into = *value_read;
  }

  void natural(const char* name, std::optional<std::int64_t>& into) {
    TomlValue* value = find(name);
    if (value == nullptr) return;
    const auto* value_read = value->as<std::int64_t>();
    if (value_read == nullptr) return report_wrong_kind(name, *value, "a whole number");
    if (*value_read < 0)
      return report(value->place(), "'" + std::string(name) + "' is not negative");
    into = *value_read;
  }

  [[nodiscard]] TomlValue* find(const char* name) {
    if (std::ranges::find(known_, name) == known_.end()) known_.emplace_back(name);
    return table_.member(name);
  }

  void require(const char* name) {
    if (find(name) != nullptr) return;
    for (const auto& [key, value] : *table_.as<TomlValue::Table>()) {
      if (nearest(key.name, {name}).empty()) continue;
      return report(key.place, "'" + key.name + "' is unknown in " + title_, name);
    }
    report(table_.place(), title_ + " has no '" + name + "'");
  }

  // REQUIRES: all known keys were looked up.
  void reject_unknown_keys() {
    for (const auto& [key, value] : *table_.as<TomlValue::Table>()) {
      if (std::ranges::find(known_, key.name) != known_.end()) continue;
      report(key.place, "'" + key.name + "' is unknown in " + title_, nearest(key.name, known_));
    }
  }

  // At each position only the first error: a misspelt key is also an unknown one.
  void report(TomlPlace place, const std::string& what, const std::string& suggestion = "") {
    const auto is_already_reported = [&](const TomlError& known) {
      return at(known) == at({place, {}});
    };
    if (std::ranges::none_of(errors_, is_already_reported))
      errors_.push_back(toml_error(place, what, suggestion));
  }

 private:
  void report_wrong_kind(const char* name, const TomlValue& value, const char* wanted) {
    report(value.place(), "'" + std::string(name) + "' is " + wanted + ", not " + value.kind());
  }

  TomlValue& table_;
  std::string title_;
  TomlErrors& errors_;
  std::vector<std::string> known_;
};

// Options that have their own key in the file, or that the gate sets itself.
bool is_reserved(const std::string& option, bool of_class) {
  static const std::vector<std::string> kReserved = {
      "test", "time", "json", "draw", "quiet", "color", "full", "checkpoint", "config"};
  static const std::vector<std::string> kReservedOfClass = {"class", "classify", "replay", "tests",
                                                            "seed",  "oracle",   "out"};
  const auto holds = [&](const auto& names) {
    return std::ranges::find(names, option) != names.end();
  };
  return holds(kReserved) || (of_class && holds(kReservedOfClass));
}

// options = { strategy = "pct", spurious = 1, keep-going = true }
void read_options(TableReader& reader, Kernel& kernel, TomlErrors& errors) {
  TomlValue* given = reader.find("options");
  if (given == nullptr) return;
  TableReader options(*given, "options", errors);
  const unsigned command = kernel.is_class() ? kInSynth : kInExplore;
  for (const OptionSpec& spec : kOptions) {
    if ((spec.commands & command) == 0 || is_reserved(spec.name, kernel.is_class())) continue;
    TomlValue* value = options.find(spec.name);
    if (value == nullptr) continue;
    const bool flag = *spec.value == '\0';
    if (const auto* on = value->as<bool>(); on != nullptr && flag) {
      if (*on) kernel.options.push_back("--" + std::string(spec.name));
      continue;
    }
    std::string text;
    if (const auto* words = value->as<std::string>()) text = *words;
    if (const auto* whole = value->as<std::int64_t>()) text = std::to_string(*whole);
    if (flag || text.empty()) {
      options.report(value->place(), "'" + std::string(spec.name) + "' is " +
                                         (flag ? "true or false" : "a text or a whole number") +
                                         ", not " + value->kind());
      continue;
    }
    kernel.options.insert(kernel.options.end(), {"--" + std::string(spec.name), text});
  }
  options.reject_unknown_keys();
}

void add_option(Kernel& kernel, const char* name, const std::optional<std::int64_t>& value) {
  if (value) kernel.options.insert(kernel.options.end(), {name, std::to_string(*value)});
}

void add_option(Kernel& kernel, const char* name, const std::string& value) {
  if (!value.empty()) kernel.options.insert(kernel.options.end(), {name, value});
}

std::string base_name(const std::string& path) { return path.substr(path.rfind('/') + 1); }

void read_program(TableReader& reader, Kernel& kernel) {
  reader.require("program");
  reader.read("program", "a text", kernel.program);
  if (const TomlValue* at = reader.find("program")) kernel.program_place = at->place();
  reader.read("test", "a text", kernel.test);
  kernel.name = base_name(kernel.program) + (kernel.test.empty() ? "" : " " + kernel.test);
  reader.texts("arguments", kernel.arguments);
  std::optional<std::int64_t> bound;
  std::string strategy;
  std::string suppressions;
  reader.natural("bound", bound);
  reader.read("strategy", "a text", strategy);
  reader.read("suppressions", "a text", suppressions);
  add_option(kernel, "--bound", bound);
  add_option(kernel, "--strategy", strategy);
  add_option(kernel, "--suppressions", suppressions);
}

// A class of a header, or one that a program describes.
void read_class_kernel(TableReader& reader, Kernel& kernel) {
  kernel.expected = kNoViolation;
  TomlValue* const program = reader.find("program");
  if (program == nullptr) {
    reader.require("header");
    reader.texts("flags", kernel.arguments);
  } else {
    reader.require("class");
    reader.read("program", "a text", kernel.program);
  }
  reader.read("header", "a text", kernel.header);
  reader.read("class", "a text", kernel.class_name);
  if (program != nullptr && !kernel.header.empty()) {
    reader.report(program->place(), "a class has a 'header' or a 'program', not both");
  }
  if (program != nullptr) kernel.program_place = program->place();
  if (const TomlValue* at = reader.find("header")) kernel.program_place = at->place();
  kernel.name = kernel.class_name.empty() ? base_name(kernel.header) : kernel.class_name;
  std::optional<std::int64_t> tests = kClassTests;
  std::optional<std::int64_t> seed;
  std::string oracle;
  reader.natural("tests", tests);
  if (tests == 0) reader.report(reader.find("tests")->place(), "'tests' is at least 1");
  reader.natural("seed", seed);
  if (reader.find("oracle") != nullptr) {
    reader.one_of("oracle", {"all", "failures", "races", "linearizability"}, oracle);
  }
  add_option(kernel, "--tests", tests);
  add_option(kernel, "--seed", seed);
  add_option(kernel, "--oracle", oracle);
}

Kernel read_kernel(TomlValue& table, TomlErrors& errors) {
  Kernel kernel;
  kernel.place = table.place();
  const bool is_table = table.as<TomlValue::Table>() != nullptr;
  const bool is_class =
      is_table && (table.member("header") != nullptr || table.member("class") != nullptr);
  TableReader reader(table, is_class ? "a [[kernel]] of a class" : "a [[kernel]]", errors);
  if (is_class) read_class_kernel(reader, kernel);
  if (!is_class) read_program(reader, kernel);
  reader.read("name", "a text", kernel.name);
  reader.one_of("expect", is_class ? kClassVerdicts : kVerdicts, kernel.expected);
  reader.texts("allow", kernel.allowed);
  reader.texts("depends", kernel.depends);
  reader.seconds("budget", kernel.seconds);
  read_options(reader, kernel, errors);
  for (const char* const other : {"header", "class"}) (void)reader.find(other);  // are known
  reader.reject_unknown_keys();
  for (const std::string& id : kernel.allowed) {
    const auto has_id = [&](FailureKind kind) { return id == id_of(kind); };
    if (std::ranges::none_of(failure_kinds(), has_id)) {
      reader.report(reader.find("allow")->place(),
                    "there is no failure '" + id + "' (mcheck explain)");
    }
  }
  return kernel;
}

void read_gate(TomlValue& table, GateFile& file, TomlErrors& errors) {
  TableReader reader(table, "[gate]", errors);
  std::optional<std::int64_t> jobs;
  std::string incomplete = "fail";
  reader.seconds("budget", file.seconds);
  reader.natural("jobs", jobs);
  reader.one_of("incomplete", {"fail", "warn"}, incomplete);
  reader.read("cache", "a text", file.cache);
  reader.read("baseline", "a text", file.baseline);
  reader.read("html", "a text", file.html);
  reader.reject_unknown_keys();
  file.jobs = static_cast<unsigned>(std::min<std::int64_t>(jobs.value_or(0), 1024));
  file.incomplete_fails = incomplete == "fail";
}

void require_different_names(const std::vector<Kernel>& kernels, TomlErrors& errors) {
  for (std::size_t i = 0; i < kernels.size(); ++i) {
    for (std::size_t before = 0; before < i; ++before) {
      if (kernels[i].name.empty() || kernels[i].name != kernels[before].name) continue;
      errors.push_back(toml_error(kernels[i].place, "two kernels are called '" + kernels[i].name +
                                                        "' (the other stands in line " +
                                                        std::to_string(kernels[before].place.line) +
                                                        ")"));
      break;
    }
  }
}

// One for each kernel, beside the cache, as kernels run at the same time.
void choose_build_folders(GateFile& file) {
  std::set<std::string> taken;
  const std::string parent = file.cache.substr(0, file.cache.rfind('/') + 1);
  for (Kernel& kernel : file.kernels) {
    if (!kernel.is_class()) continue;
    const std::string base = folder_name_of(kernel.name);
    std::string name = base;
    for (int number = 2; !taken.insert(name).second; ++number) {
      name = base + "_" + std::to_string(number);
    }
    kernel.build_folder = parent + "mcheck-synth/" + name;
  }
}

void read_kernels(TomlValue& kernels, GateFile& file, TomlErrors& errors) {
  auto* list = kernels.as<TomlValue::List>();
  if (list == nullptr) throw_error(kernels.place(), "kernels are written [[kernel]]");
  for (TomlValue& kernel : *list) {
    collect_errors(errors, [&] { file.kernels.push_back(read_kernel(kernel, errors)); });
  }
}

GateFile read_file(TomlValue& root, TomlErrors& errors) {
  GateFile file;
  if (TomlValue* gate = root.member("gate")) {
    collect_errors(errors, [&] { read_gate(*gate, file, errors); });
  }
  TomlValue* kernels = root.member("kernel");
  if (kernels != nullptr) collect_errors(errors, [&] { read_kernels(*kernels, file, errors); });
  for (const auto& [key, value] : *root.as<TomlValue::Table>()) {
    if (key.name == "gate" || key.name == "kernel" || key.name == "class") continue;
    errors.push_back(toml_error(key.place, "'" + key.name + "' is unknown",
                                nearest(key.name, {"gate", "kernel", "class"})));
  }
  if (file.kernels.empty() && errors.empty()) {
    errors.push_back(toml_error({}, "there is no [[kernel]]"));
  }
  require_different_names(file.kernels, errors);
  choose_build_folders(file);
  std::ranges::stable_sort(errors, {}, at);
  return file;
}

}  // namespace

std::variant<GateFile, std::vector<TomlError>> parse_gate_file(std::string_view text) {
  auto parsed = parse_toml(text);
  if (auto* syntax = std::get_if<TomlError>(&parsed)) return TomlErrors{std::move(*syntax)};
  TomlErrors errors;
  GateFile file = read_file(std::get<TomlValue>(parsed), errors);
  if (!errors.empty()) return errors;
  return file;
}

}  // namespace mcheck::command
