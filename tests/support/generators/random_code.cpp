// SPDX-License-Identifier: MIT
#include "tests/support/generators/random_code.hpp"

#include <vector>

#include "tests/support/generators/draw.hpp"

namespace random_code {
namespace {

constexpr int kFunctions = 8;
constexpr int kDeepest = 3;

constexpr const char* kCommon = R"(#include <cstdio>
#include <stdexcept>
static unsigned long sum = 0;
static int depth = 0;
__attribute__((noinline)) unsigned mix(unsigned x) {
  sum = sum * 1000003 + x;
  return x * 2654435761u ^ x >> 7;
}
__attribute__((noinline)) void may_throw(unsigned x) {
  if (x % 5 == 0) throw static_cast<int>(x % 100);
  if (x % 7 == 0) throw std::runtime_error("seven");
}
struct Guard {
  unsigned value;
  explicit Guard(unsigned x) : value(x) { mix(x); }
  ~Guard() { mix(value + 1); }
};
struct Depth {
  Depth() { ++depth; }
  ~Depth() { --depth; }
};
)";

class Writer {
 public:
  explicit Writer(std::uint64_t seed) : draw_(seed) {}

  std::string program() {
    std::string text = kCommon;
    for (function_ = 0; function_ < kFunctions; ++function_) text += function();
    text += "int main() {\n  for (unsigned i = 0; i < 20; ++i) {\n";
    for (int f = 0; f < kFunctions; ++f) {
      text += "    try { sum += " + name(f) +
              "(i, i * 7); } catch (int e) { sum ^= e; } catch (std::exception&) { sum += 3; }\n";
    }
    return text + "  }\n  std::printf(\"%lu\\n\", sum);\n}\n";
  }

 private:
  using Names = std::vector<std::string>;

  static std::string name(int function) { return "f" + std::to_string(function); }
  std::string fresh(const char* start) { return start + std::to_string(fresh_++); }
  std::string number(int least, int most) {
    return std::to_string(least + draw_.below(most - least + 1)) + "u";
  }

  std::string function() {
    return "__attribute__((noinline)) unsigned " + name(function_) +
           "(unsigned a, unsigned b) {\n  if (depth > 40) return a;\n  Depth here;\n  unsigned c = "
           "a "
           "* 3 + b;\n" +
           block({"a", "b", "c"}, 0) + "  return a + b * 31 + c * 17;\n}\n";
  }

  std::string value(const Names& names) {
    switch (draw_.below(6)) {
      case 0: return number(0, 999);
      case 1: return draw_.one_of(names);
      case 2: return "(" + draw_.one_of(names) + " * " + draw_.one_of(names) + ")";
      case 3: return "mix(" + draw_.one_of(names) + ")";
      case 4: return "(" + draw_.one_of(names) + " ^ " + draw_.one_of(names) + ")";
      default: return "(" + draw_.one_of(names) + " + " + number(1, 9) + ")";
    }
  }

  std::string block(Names names, int level) {
    std::string text;
    for (int left = 2 + draw_.below(4); left > 0; --left) text += statement(names, level);
    return text;
  }

  std::string statement(Names& names, int level) {
    const std::string target = draw_.one_of(names);
    const int kind = draw_.below(level < kDeepest ? 12 : 7);
    switch (kind) {
      case 0:
      case 1: {
        const std::string declared = "unsigned " + fresh("v") + " = " + value(names) + ";\n";
        names.push_back(declared.substr(9, declared.find(' ', 9) - 9));
        return declared;
      }
      case 2:
      case 3: return target + " = " + value(names) + ";\n";
      case 4: return "Guard " + fresh("g") + "(" + value(names) + ");\n";
      case 5: return "may_throw(" + value(names) + ");\n";
      case 6:
        if (function_ == 0) return "";
        return target + " += " + name(draw_.below(function_)) + "(" + value(names) + ", " +
               value(names) + ");\n";
      case 7:
      case 8:
        return "if (" + value(names) + " % " + number(2, 4) + ") {\n" + block(names, level + 1) +
               "} else {\n" + block(names, level + 1) + "}\n";
      case 9: {
        const std::string i = fresh("i");  // not assigned in the loop
        return "for (unsigned " + i + " = 0; " + i + " < " + number(2, 4) + "; ++" + i +
               ") {\n  mix(" + i + ");\n" + block(names, level + 1) + "}\n";
      }
      case 10:
        return "try {\n" + block(names, level + 1) + "may_throw(" + value(names) +
               ");\n} catch (int e) {\n" + target + " += e;\n" + block(names, level + 1) +
               "} catch (std::exception&) {\n  mix(" + target + ");\n}\n";
      default: return choice(names, target);
    }
  }

  std::string choice(const Names& names, const std::string& target) {
    std::string text = "switch (" + value(names) + " % 7) {\n";
    for (int i = 0; i < 6; ++i) {
      text += "case " + std::to_string(i) + ": " + target + " += " + value(names) + ";" +
              (draw_.one_in(2) ? " break;\n" : " [[fallthrough]];\n");
    }
    return text + "default: mix(" + target + ");\n}\n";
  }

  table::Draw draw_;
  int function_ = 0;  // being written: it calls those before it
  int fresh_ = 0;
};

}  // namespace

std::string program(std::uint64_t seed) { return Writer(seed).program(); }

}  // namespace random_code
