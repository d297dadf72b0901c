// SPDX-License-Identifier: MIT
#include "programs/mcheck/synth/test_code.hpp"

#include <algorithm>
#include <fstream>
#include <optional>

#include "engine/trace/failures/failure_id.hpp"

namespace mcheck::command {
namespace {

const std::string kReplayMark = "// mcheck replay ";

// "{0}.push({1})" with these arguments.
std::string filled(std::string code, const std::vector<std::string>& arguments) {
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string hole = "{" + std::to_string(i) + "}";
    for (std::size_t at = code.find(hole); at != std::string::npos;
         at = code.find(hole, at + arguments[i].size())) {
      code.replace(at, hole.size(), arguments[i]);
    }
  }
  return code;
}

std::string usual_code(const OperationInfo& operation) {
  std::string code = operation.is_method() ? "{0}." + operation.name + "(" : operation.name + "(";
  const std::size_t first = operation.is_method() ? 1 : 0;
  for (std::size_t i = first; i < operation.parameters.size(); ++i) {
    code += (i == first ? "{" : ", {") + std::to_string(i) + "}";
  }
  return code + ")";
}

// A result as a condition on the variable that holds it; no value: it cannot be written.
std::optional<std::string> condition_of(const std::string& variable, const std::string& result) {
  if (result == "none") return "!" + variable;
  const bool is_text = result.size() >= 2 && result.front() == '"' && result.back() == '"';
  const bool is_number =
      !result.empty() && result.find_first_not_of("-.0123456789") == std::string::npos;
  if (!is_text && !is_number && result != "true" && result != "false") return std::nullopt;
  return variable + " == " + result;
}

class TestWriter {
 public:
  TestWriter(const ClassTable& table, const ClassFinding& finding)
      : table_(table),
        test_(finding.test),
        calls_(scenario_of(finding)),
        asserts_(finding.result.failures.front().message.starts_with("no order")) {}

  std::string text(const TestStyle& style, const std::string& title) {
    style_ = style.framework;
    std::string text = title + headers(style_) + "\n";
    for (const std::string& each : style.includes) text += "#include " + each + "\n";
    if (!style.source.empty()) {
      text += "#define MCHECK_CLASSES_NO_MAIN  // the test has its own\n#include \"" +
              style.source + "\"\n";
    }
    text += "\n" + opening(style_, table_.name) + "\n";
    add_part(text, test_.prefix, "  ", "");
    for (std::size_t i = 0; i < test_.threads.size(); ++i) {
      std::string body;
      declare_results(text, test_.threads[i]);
      add_part(body, test_.threads[i], "    ", "");
      text += "  std::thread t" + std::to_string(i + 1) + "([&] {\n" + body + "  });\n";
    }
    for (std::size_t i = 0; i < test_.threads.size(); ++i) {
      text += "  t" + std::to_string(i + 1) + ".join();\n";
    }
    add_part(text, test_.after, "  ", "");
    if (!conditions_.empty() && is_whole_ && asserts_)
      text += "  " + assertion(style_) + "(!(" + conditions_ + "));  // no order gives this\n";
    return text + "}\n";
  }

 private:
  static std::string headers(TestFramework framework) {
    const std::string standard = "#include <thread>\n#include <utility>\n";
    switch (framework) {
      case TestFramework::kNone:
      case TestFramework::kMain: return "#include <cassert>\n" + standard;
      case TestFramework::kCatch2:
        return standard +
               "#if __has_include(<catch2/catch_test_macros.hpp>)\n"
               "#include <catch2/catch_test_macros.hpp>\n#else\n#include "
               "<catch2/catch.hpp>\n#endif\n";
      case TestFramework::kGtest: return standard + "#include <gtest/gtest.h>\n";
    }
    return "";
  }
  static std::string opening(TestFramework framework, const std::string& name) {
    switch (framework) {
      case TestFramework::kNone:
      case TestFramework::kMain: return "int main() {";
      case TestFramework::kCatch2:
        return "TEST_CASE(\"calls of several threads on " + name + "\") {";
      case TestFramework::kGtest: return "TEST(ClassTest, CallsOfSeveralThreads) {";
    }
    return "";
  }
  static std::string assertion(TestFramework framework) {
    if (framework == TestFramework::kCatch2) return "CHECK";
    return framework == TestFramework::kGtest ? "EXPECT_TRUE" : "assert";
  }

  [[nodiscard]] std::string value_name(std::size_t call) const {
    return call == object_under_test(test_, table_) ? "object" : "value" + std::to_string(call);
  }

  [[nodiscard]] std::string argument_text(const ArgumentChoice& argument,
                                          const ParameterInfo& parameter, std::size_t first) const {
    const std::string address = parameter.passing == 'p' ? "&" : "";
    switch (argument.kind) {
      case ArgumentKind::kLiteral: {
        const TypeInfo& type = table_.types[parameter.type];
        const std::string& text = type.literals[argument.number];
        const bool is_number = text.find_first_not_of("-.0123456789") == std::string::npos;
        const bool is_own_type = type.name.find("::") != std::string::npos;
        if (is_number && is_own_type) return address + type.name + "(" + text + ")";
        return address + (text.front() == '{' ? type.name + text : text);
      }
      case ArgumentKind::kPrefixCall: return address + value_name(argument.number);
      case ArgumentKind::kOwnCall: return address + value_name(first + argument.number);
      case ArgumentKind::kNull: return "nullptr";
    }
    return "";
  }

  // Results of threads are looked at when these have ended.
  void declare_results(std::string& text, const Calls& calls) {
    for (std::size_t i = 0; i < calls.size(); ++i) {
      const OperationInfo& operation = table_.operations[calls[i].operation];
      const std::size_t number = next_ + i;
      if (!condition_of("", calls_[number].result) || !operation.result) continue;
      text += "  " + table_.types[*operation.result].name + " " + value_name(number) + "{};\n";
    }
  }

  void add_part(std::string& text, const Calls& calls, const std::string& indent,
                const std::string& first_text) {
    text += first_text;
    const std::size_t first = next_;
    for (const CallChoice& call : calls) {
      const std::size_t number = next_++;
      const OperationInfo& operation = table_.operations[call.operation];
      const int thread = calls_[number].thread;
      std::vector<std::string> arguments;
      for (std::size_t i = 0; i < call.arguments.size(); ++i) {
        arguments.push_back(argument_text(call.arguments[i], operation.parameters[i], first));
      }
      const std::string code =
          filled(operation.code.empty() ? usual_code(operation) : operation.code, arguments);
      const auto condition = condition_of(value_name(number), calls_[number].result);
      text += indent;
      if (operation.constructs) {
        const std::string open = arguments.empty() ? "" : "(" + joined_arguments(arguments) + ")";
        text += table_.types[*operation.result].name + " " + value_name(number) + open + ";\n";
        continue;
      }
      const bool is_kept = operation.result && (thread == 0 || condition);
      if (is_kept) text += (thread > 0 ? "" : "auto ") + value_name(number) + " = ";
      text += code + ";";
      if (!calls_[number].result.empty()) text += "  // " + calls_[number].result;
      is_whole_ = is_whole_ && (thread == 0 || calls_[number].result.empty() || is_kept);
      text += "\n";
      if (is_kept && thread != 0) {
        conditions_ += (conditions_.empty() ? "" : " && ") + *condition;
      }
    }
  }

  static std::string joined_arguments(const std::vector<std::string>& arguments) {
    std::string text;
    for (const std::string& each : arguments) text += (text.empty() ? "" : ", ") + each;
    return text;
  }

  const ClassTable& table_;
  const ClassTest& test_;
  std::vector<ScenarioCall> calls_;
  TestFramework style_ = TestFramework::kMain;
  std::size_t next_ = 0;  // the number of the next call
  std::string conditions_;
  bool is_whole_ = true;  // the conditions include all results
  // No order at all gives the results: otherwise only a schedule would show what is wrong.
  bool asserts_ = false;
};

}  // namespace

std::string test_code(const ClassTable& table, const ClassFinding& finding,
                      const TestStyle& style) {
  const FailureReport& failure = finding.result.failures.front();
  std::string title = std::string(id_of(failure.kind)) + ": " + failure.message;
  std::ranges::replace(title, '\n', ' ');
  title = "// " + title + "\n" + kReplayMark + style.program + " " + failure.schedule + "\n";
  return TestWriter(table, finding).text(style, title);
}

std::optional<WrittenReplay> written_replay(const std::string& path) {
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with(kReplayMark)) continue;
    const std::string words = line.substr(kReplayMark.size());
    const std::size_t space = words.rfind(' ');
    if (space == std::string::npos) return std::nullopt;
    return WrittenReplay{.program = words.substr(0, space), .schedule = words.substr(space + 1)};
  }
  return std::nullopt;
}

}  // namespace mcheck::command
