// SPDX-License-Identifier: MIT
#include "programs/mcheck/gate_file.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "engine/trace/failure_id.hpp"
#include "programs/mcheck/complaint.hpp"
#include "programs/mcheck/option_table.hpp"
#include "programs/mcheck/values.hpp"

namespace mcheck::command {
namespace {

const std::vector<std::string> kVerdicts = {"verified", "bug", "incomplete", "not-repeatable"};

using Troubles = std::vector<TomlTrouble>;

TomlTrouble trouble(TomlPlace place, const std::string& what, const std::string& meant = "") {
  return {place, what + (meant.empty() ? "" : "; did you mean '" + meant + "'?")};
}

[[noreturn]] void wrong(TomlPlace place, const std::string& what) { throw trouble(place, what); }

std::pair<int, int> at(const TomlTrouble& trouble) {
  return {trouble.place.line, trouble.place.column};
}

// Records one error for a part that cannot be read, and continues with the next.
template <typename Reader>
void attempt(Troubles& troubles, Reader&& reader) {
  try {
    reader();
  } catch (const TomlTrouble& found) {
    troubles.push_back(found);
  }
}

// Reads a table's values by key; keys that nobody reads are unknown. Records errors and continues,
// so that one pass finds all of them.
class Members {
 public:
  Members(TomlValue& table, std::string title, Troubles& troubles)
      : table_(table), title_(std::move(title)), troubles_(troubles) {
    if (table.as<TomlValue::Table>() == nullptr) {
      wrong(table.place(), title_ + " is a table, not " + table.kind());
    }
  }

  template <typename Kind>
  void take(const char* name, const char* wanted, Kind& into) {
    TomlValue* value = find(name);
    if (value == nullptr) return;
    const Kind* read = value->as<Kind>();
    if (read == nullptr) return wrong_kind(name, *value, wanted);
    into = *read;
  }

  void texts(const char* name, std::vector<std::string>& into) {
    TomlValue* value = find(name);
    if (value == nullptr) return;
    const auto* list = value->as<TomlValue::List>();
    if (list == nullptr) return wrong_kind(name, *value, "a list of texts");
    into.clear();
    for (const TomlValue& each : *list) {
      const auto* text = each.as<std::string>();
      if (text == nullptr) return wrong_kind(name, each, "a list of texts");
      into.push_back(*text);
    }
  }

  void one_of(const char* name, const std::vector<std::string>& known, std::string& into) {
    take(name, "a text", into);
    if (find(name) == nullptr || std::ranges::find(known, into) != known.end()) return;
    report(find(name)->place(), "'" + into + "' is none of " + listed(known), nearest(into, known));
  }

  // A duration: "30s", or a number of seconds.
  void seconds(const char* name, double& into) {
    TomlValue* value = find(name);
    if (value == nullptr) return;
    std::optional<double> read;
    if (const auto* text = value->as<std::string>()) read = parse_seconds(*text);
    if (const auto* whole = value->as<std::int64_t>()) read = static_cast<double>(*whole);
    if (const auto* number = value->as<double>()) read = *number;
    if (!read || !(*read > 0)) {
      return report(value->place(), "no length of time: \"30s\", \"2m\" or 30");
    }
    into = *read;
  }

  void natural(const char* name, std::optional<std::int64_t>& into) {
    TomlValue* value = find(name);
    if (value == nullptr) return;
    const auto* read = value->as<std::int64_t>();
    if (read == nullptr) return wrong_kind(name, *value, "a whole number");
    if (*read < 0) return report(value->place(), "'" + std::string(name) + "' is not negative");
    into = *read;
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
  void no_others() {
    for (const auto& [key, value] : *table_.as<TomlValue::Table>()) {
      if (std::ranges::find(known_, key.name) != known_.end()) continue;
      report(key.place, "'" + key.name + "' is unknown in " + title_, nearest(key.name, known_));
    }
  }

  // At each position only the first error: a misspelt key is also an unknown one.
  void report(TomlPlace place, const std::string& what, const std::string& meant = "") {
    const auto is_there = [&](const TomlTrouble& known) { return at(known) == at({place, {}}); };
    if (std::ranges::none_of(troubles_, is_there)) troubles_.push_back(trouble(place, what, meant));
  }

 private:
  void wrong_kind(const char* name, const TomlValue& value, const char* wanted) {
    report(value.place(), "'" + std::string(name) + "' is " + wanted + ", not " + value.kind());
  }

  TomlValue& table_;
  std::string title_;
  Troubles& troubles_;
  std::vector<std::string> known_;
};

// Options that have their own key in the file, or that the gate sets itself.
bool is_ours(const std::string& option) {
  static const std::vector<std::string> kOurs = {"test",  "time", "json",       "draw",  "quiet",
                                                 "color", "full", "checkpoint", "config"};
  return std::ranges::find(kOurs, option) != kOurs.end();
}

// options = { strategy = "pct", spurious = 1, keep-going = true }
void read_options(Members& members, Kernel& kernel, Troubles& troubles) {
  TomlValue* given = members.find("options");
  if (given == nullptr) return;
  Members options(*given, "options", troubles);
  for (const OptionSpec& spec : kOptions) {
    if ((spec.commands & kInExplore) == 0 || is_ours(spec.name)) continue;
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
  options.no_others();
}

void add_option(Kernel& kernel, const char* name, const std::optional<std::int64_t>& value) {
  if (value) kernel.options.insert(kernel.options.end(), {name, std::to_string(*value)});
}

void add_option(Kernel& kernel, const char* name, const std::string& value) {
  if (!value.empty()) kernel.options.insert(kernel.options.end(), {name, value});
}

Kernel read_kernel(TomlValue& table, Troubles& troubles) {
  Kernel kernel;
  kernel.place = table.place();
  Members members(table, "a [[kernel]]", troubles);
  members.require("program");
  members.take("program", "a text", kernel.program);
  if (const TomlValue* at = members.find("program")) kernel.program_place = at->place();
  members.take("test", "a text", kernel.test);
  kernel.name = kernel.program.substr(kernel.program.rfind('/') + 1) +
                (kernel.test.empty() ? "" : " " + kernel.test);
  members.take("name", "a text", kernel.name);
  members.texts("arguments", kernel.arguments);
  members.one_of("expect", kVerdicts, kernel.expected);
  members.texts("allow", kernel.allowed);
  members.texts("depends", kernel.depends);
  members.seconds("budget", kernel.seconds);
  std::optional<std::int64_t> bound;
  std::string strategy;
  std::string suppressions;
  members.natural("bound", bound);
  members.take("strategy", "a text", strategy);
  members.take("suppressions", "a text", suppressions);
  add_option(kernel, "--bound", bound);
  add_option(kernel, "--strategy", strategy);
  add_option(kernel, "--suppressions", suppressions);
  read_options(members, kernel, troubles);
  members.no_others();
  for (const std::string& id : kernel.allowed) {
    const auto has_id = [&](FailureKind kind) { return id == id_of(kind); };
    if (std::ranges::none_of(failure_kinds(), has_id)) {
      members.report(members.find("allow")->place(),
                     "there is no failure '" + id + "' (mcheck explain)");
    }
  }
  return kernel;
}

void read_gate(TomlValue& table, GateFile& file, Troubles& troubles) {
  Members members(table, "[gate]", troubles);
  std::optional<std::int64_t> jobs;
  std::string incomplete = "fail";
  members.seconds("budget", file.seconds);
  members.natural("jobs", jobs);
  members.one_of("incomplete", {"fail", "warn"}, incomplete);
  members.take("cache", "a text", file.cache);
  members.take("baseline", "a text", file.baseline);
  members.take("html", "a text", file.html);
  members.no_others();
  file.jobs = static_cast<unsigned>(std::min<std::int64_t>(jobs.value_or(0), 1024));
  file.incomplete_fails = incomplete == "fail";
}

void require_different_names(const std::vector<Kernel>& kernels, Troubles& troubles) {
  for (std::size_t i = 0; i < kernels.size(); ++i) {
    for (std::size_t before = 0; before < i; ++before) {
      if (kernels[i].name.empty() || kernels[i].name != kernels[before].name) continue;
      troubles.push_back(trouble(kernels[i].place, "two kernels are called '" + kernels[i].name +
                                                       "' (the other stands in line " +
                                                       std::to_string(kernels[before].place.line) +
                                                       ")"));
      break;
    }
  }
}

void read_kernels(TomlValue& kernels, GateFile& file, Troubles& troubles) {
  auto* list = kernels.as<TomlValue::List>();
  if (list == nullptr) wrong(kernels.place(), "kernels are written [[kernel]]");
  for (TomlValue& kernel : *list) {
    attempt(troubles, [&] { file.kernels.push_back(read_kernel(kernel, troubles)); });
  }
}

GateFile read_file(TomlValue& root, Troubles& troubles) {
  GateFile file;
  if (TomlValue* gate = root.member("gate")) {
    attempt(troubles, [&] { read_gate(*gate, file, troubles); });
  }
  TomlValue* kernels = root.member("kernel");
  if (kernels != nullptr) attempt(troubles, [&] { read_kernels(*kernels, file, troubles); });
  for (const auto& [key, value] : *root.as<TomlValue::Table>()) {
    if (key.name == "gate" || key.name == "kernel" || key.name == "class") continue;
    troubles.push_back(trouble(key.place, "'" + key.name + "' is unknown",
                               nearest(key.name, {"gate", "kernel", "class"})));
  }
  if (file.kernels.empty() && troubles.empty()) {
    troubles.push_back(trouble({}, "there is no [[kernel]]"));
  }
  require_different_names(file.kernels, troubles);
  std::ranges::stable_sort(troubles, {}, at);
  return file;
}

}  // namespace

std::variant<GateFile, std::vector<TomlTrouble>> parse_gate_file(std::string_view text) {
  auto parsed = parse_toml(text);
  if (auto* syntax = std::get_if<TomlTrouble>(&parsed)) return Troubles{std::move(*syntax)};
  Troubles troubles;
  GateFile file = read_file(std::get<TomlValue>(parsed), troubles);
  if (!troubles.empty()) return troubles;
  return file;
}

}  // namespace mcheck::command
