// SPDX-License-Identifier: MIT
#include "programs/mcheck/gate_file.hpp"

#include <algorithm>
#include <optional>

#include "engine/trace/failure_id.hpp"
#include "programs/mcheck/complaint.hpp"
#include "programs/mcheck/option_table.hpp"
#include "programs/mcheck/values.hpp"

namespace mcheck::command {
namespace {

const std::vector<std::string> kVerdicts = {"verified", "bug", "incomplete", "not-repeatable"};

[[noreturn]] void wrong(TomlPlace place, const std::string& what, const std::string& meant = "") {
  throw TomlTrouble{place, what + (meant.empty() ? "" : "; did you mean '" + meant + "'?")};
}

// Reads a table's members by name; what nobody asked for is unknown.
class Members {
 public:
  Members(TomlValue& table, std::string title) : table_(table), title_(std::move(title)) {
    if (table.as<TomlValue::Table>() == nullptr) {
      wrong(table.place(), title_ + " is a table, not " + table.kind());
    }
  }

  template <typename Kind>
  void take(const char* name, const char* wanted, Kind& into) {
    TomlValue* value = find(name);
    if (value == nullptr) return;
    const Kind* read = value->as<Kind>();
    if (read == nullptr) wrong_kind(name, *value, wanted);
    into = *read;
  }

  void texts(const char* name, std::vector<std::string>& into) {
    TomlValue* value = find(name);
    if (value == nullptr) return;
    const auto* list = value->as<TomlValue::List>();
    if (list == nullptr) wrong_kind(name, *value, "a list of texts");
    into.clear();
    for (const TomlValue& each : *list) {
      const auto* text = each.as<std::string>();
      if (text == nullptr) wrong_kind(name, each, "a list of texts");
      into.push_back(*text);
    }
  }

  void one_of(const char* name, const std::vector<std::string>& known, std::string& into) {
    take(name, "a text", into);
    if (find(name) == nullptr || std::ranges::find(known, into) != known.end()) return;
    wrong(find(name)->place(), "'" + into + "' is none of " + listed(known), nearest(into, known));
  }

  // "30s", or a number of seconds.
  void seconds(const char* name, double& into) {
    TomlValue* value = find(name);
    if (value == nullptr) return;
    std::optional<double> read;
    if (const auto* text = value->as<std::string>()) read = parse_seconds(*text);
    if (const auto* whole = value->as<std::int64_t>()) read = static_cast<double>(*whole);
    if (const auto* number = value->as<double>()) read = *number;
    if (!read || !(*read > 0)) wrong(value->place(), "no length of time: \"30s\", \"2m\" or 30");
    into = *read;
  }

  void natural(const char* name, std::optional<std::int64_t>& into) {
    std::int64_t read = -1;
    take(name, "a whole number", read);
    if (find(name) == nullptr) return;
    if (read < 0) wrong(find(name)->place(), "'" + std::string(name) + "' is not negative");
    into = read;
  }

  [[nodiscard]] TomlValue* find(const char* name) {
    if (std::ranges::find(known_, name) == known_.end()) known_.emplace_back(name);
    return table_.member(name);
  }

  void require(const char* name) {
    if (find(name) != nullptr) return;
    for (const auto& [key, value] : *table_.as<TomlValue::Table>()) {
      if (nearest(key.name, {name}).empty()) continue;
      wrong(key.place, "'" + key.name + "' is unknown in " + title_, name);
    }
    wrong(table_.place(), title_ + " has no '" + name + "'");
  }

  // All known names have been asked for by now.
  void no_others() const {
    for (const auto& [key, value] : *table_.as<TomlValue::Table>()) {
      if (std::ranges::find(known_, key.name) != known_.end()) continue;
      wrong(key.place, "'" + key.name + "' is unknown in " + title_, nearest(key.name, known_));
    }
  }

 private:
  [[noreturn]] static void wrong_kind(const char* name, const TomlValue& value,
                                      const char* wanted) {
    wrong(value.place(), "'" + std::string(name) + "' is " + wanted + ", not " + value.kind());
  }

  TomlValue& table_;
  std::string title_;
  std::vector<std::string> known_;
};

// Options that have a key of their own, or are the gate's business.
bool is_ours(const std::string& option) {
  static const std::vector<std::string> kOurs = {"test",  "time", "json",       "draw",  "quiet",
                                                 "color", "full", "checkpoint", "config"};
  return std::ranges::find(kOurs, option) != kOurs.end();
}

// options = { strategy = "pct", spurious = 1, keep-going = true }
void read_options(Members& members, Kernel& kernel) {
  TomlValue* given = members.find("options");
  if (given == nullptr) return;
  Members options(*given, "options");
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
      wrong(value->place(), "'" + std::string(spec.name) + "' is " +
                                (flag ? "true or false" : "a text or a whole number") + ", not " +
                                value->kind());
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

Kernel read_kernel(TomlValue& table) {
  Kernel kernel;
  kernel.place = table.place();
  Members members(table, "a [[kernel]]");
  members.require("program");
  members.take("program", "a text", kernel.program);
  kernel.program_place = members.find("program")->place();
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
  read_options(members, kernel);
  members.no_others();
  for (const std::string& id : kernel.allowed) {
    const auto has_id = [&](FailureKind kind) { return id == id_of(kind); };
    if (std::ranges::none_of(failure_kinds(), has_id)) {
      wrong(members.find("allow")->place(), "there is no failure '" + id + "' (mcheck explain)");
    }
  }
  return kernel;
}

void read_gate(TomlValue& table, GateFile& file) {
  Members members(table, "[gate]");
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

void require_different_names(const std::vector<Kernel>& kernels) {
  for (std::size_t i = 0; i < kernels.size(); ++i) {
    for (std::size_t before = 0; before < i; ++before) {
      if (kernels[i].name != kernels[before].name) continue;
      wrong(kernels[i].place, "two kernels are called '" + kernels[i].name +
                                  "' (the other stands in line " +
                                  std::to_string(kernels[before].place.line) + ")");
    }
  }
}

GateFile read_file(TomlValue& root) {
  GateFile file;
  if (TomlValue* gate = root.member("gate")) read_gate(*gate, file);
  if (TomlValue* kernels = root.member("kernel")) {
    auto* list = kernels->as<TomlValue::List>();
    if (list == nullptr) wrong(kernels->place(), "kernels are written [[kernel]]");
    for (TomlValue& kernel : *list) file.kernels.push_back(read_kernel(kernel));
  }
  for (const auto& [key, value] : *root.as<TomlValue::Table>()) {
    if (key.name == "gate" || key.name == "kernel" || key.name == "class") continue;
    wrong(key.place, "'" + key.name + "' is unknown",
          nearest(key.name, {"gate", "kernel", "class"}));
  }
  if (file.kernels.empty()) wrong({}, "there is no [[kernel]]");
  require_different_names(file.kernels);
  return file;
}

}  // namespace

std::variant<GateFile, TomlTrouble> parse_gate_file(std::string_view text) {
  auto parsed = parse_toml(text);
  if (auto* trouble = std::get_if<TomlTrouble>(&parsed)) return std::move(*trouble);
  try {
    return read_file(std::get<TomlValue>(parsed));
  } catch (const TomlTrouble& trouble) {
    return trouble;
  }
}

}  // namespace mcheck::command
