// SPDX-License-Identifier: MIT
// The rules themselves: a sample that breaks one is caught, a sample that keeps it is not.
#include <catch2/catch.hpp>

#include "tests/house/rules.hpp"

namespace mcheck::house {
namespace {

Breaches includes(const char* path, const char* text) {
  return include_breaches(source_of(path, text));
}

std::string lines(std::size_t count) {
  std::string text;
  for (std::size_t n = 0; n < count; ++n) text += "  x += 1;\n";
  return text;
}

}  // namespace

TEST_CASE("an include upwards is caught") {
  CHECK(includes("engine/base/a.cpp", "#include \"engine/trace/event.hpp\"\n").size() == 1);
  CHECK(includes("engine/trace/a.cpp", "#include \"engine/search/run.hpp\"\n").size() == 1);
  CHECK(includes("dpor/a.cpp", "#include \"engine/runtime/perform.hpp\"\n").size() == 1);
  CHECK(includes("visualize/a.cpp", "#include \"engine/search/run.hpp\"\n").size() == 1);
  CHECK(includes("programs/classic/a.cpp", "#include \"engine/base/ids.hpp\"\n").size() == 1);
  CHECK(includes("engine/search/a.cpp", "#include \"dpor/dfs.hpp\"\n").size() == 1);
  CHECK(includes("engine/base/a.cpp", "#  include \"engine/trace/event.hpp\"\n").size() == 1);
}

TEST_CASE("an include downwards is not caught") {
  CHECK(includes("engine/trace/a.cpp", "#include \"engine/base/ids.hpp\"\n").empty());
  CHECK(includes("engine/trace/a.cpp", "#include <vector>\n").empty());
  CHECK(includes("engine/host/a.cpp", "#include \"dpor/registry.hpp\"\n").empty());
  CHECK(includes("programs/classic/a.cpp", "#include <mcheck/mcheck.hpp>\n").empty());
  CHECK(includes("tests/dpor/a.cpp", "#include \"engine/runtime/perform.hpp\"\n").empty());
}

TEST_CASE("a public header that includes an internal one is caught") {
  CHECK(includes("engine/include/mcheck/a.hpp", "#include \"engine/base/ids.hpp\"\n").size() == 1);
  CHECK(includes("engine/include/mcheck/a.hpp", "#include <mcheck/mutex.hpp>\n").empty());
}

TEST_CASE("an include that does not start at the root is caught") {
  CHECK(includes("engine/base/a.cpp", "#include \"ids.hpp\"\n").size() == 1);
  CHECK(includes("programs/families/a.cpp", "#include \"team.hpp\"\n").empty());
}

TEST_CASE("a file outside of the rooms is caught") {
  CHECK(includes("engine/attic/a.cpp", "").size() == 1);
}

TEST_CASE("a name that two sources of a room have for something of their own is caught") {
  const auto breaches_of = [](const char* other_path, const char* first, const char* second) {
    const auto own = [](const std::string& line) {
      return "namespace {\n\n" + line + "\n  return 0;\n}\n\n}  // namespace\nint both();\n";
    };
    return name_breaches({source_of("dpor/a.cpp", own(first)), source_of(other_path, own(second))})
        .size();
  };
  CHECK(breaches_of("dpor/b.cpp", "int known(int a) {", "bool known(Object& object) {") == 1);
  CHECK(breaches_of("dpor/b.cpp", "constexpr int kMost = 4;", "constexpr long kMost{5};") == 1);
  CHECK(breaches_of("dpor/b.cpp", "struct Row {", "using Row = int;") == 1);
  CHECK(breaches_of("dpor/b.cpp", "enum class Kind : int {", "class Kind {") == 1);
  CHECK(breaches_of("dpor/b.cpp", "int known(int a) {", "int unknown(int known) {") == 0);
  CHECK(breaches_of("engine/search/b.cpp", "int known(int a) {", "int known(int a) {") == 0);
}

TEST_CASE("a package included beside its door is caught") {
  const auto doors = [](const char* path, const char* text) {
    return door_breaches({source_of(path, text)});
  };
  CHECK(doors("engine/trace/a.cpp", "#include <xxhash.h>\n").size() == 1);
  CHECK(doors("engine/base/fingerprint.cpp", "#include <xxhash.h>\n").empty());
  CHECK(doors("engine/host/a.cpp", "#include <boost/coroutine2/all.hpp>\n").size() == 1);
  CHECK(doors("programs/mcheck/main.cpp", "#include <CLI/CLI.hpp>\n").size() == 1);
  CHECK(doors("visualize/html.cpp", "#include <graphviz/gvc.h>\n").size() == 1);
  CHECK(doors("engine/base/a.cpp", "#include <catch2/catch.hpp>\n").size() == 1);
  CHECK(doors("engine/base/a.cpp", "#include <sys/mman.h>\n").empty());
}

TEST_CASE("a second door of a package is caught, and a package without one") {
  const Source first = source_of("engine/runtime/a.cpp", "#include <boost/coroutine2/all.hpp>\n");
  const Source second = source_of("engine/runtime/b.cpp", "#include <boost/context/fiber.hpp>\n");
  CHECK(door_breaches({first}).empty());
  CHECK(door_breaches({first, second}).size() == 1);
  CHECK(door_breaches({source_of("dpor/a.cpp", "#include <fmt/core.h>\n")}).size() == 1);
}

TEST_CASE("a header that its source includes behind others, or not, is caught") {
  const auto breaches = [](const char* path, const char* includes) {
    const Source header = source_of("engine/base/a.hpp", "#pragma once\n");
    return own_header_breaches({header, source_of(path, includes)}).size();
  };
  CHECK(breaches("engine/base/a.cpp", "#include <map>\n#include \"engine/base/a.hpp\"\n") == 1);
  CHECK(breaches("engine/base/a.cpp", "int a;\n") == 1);
  CHECK(breaches("engine/base/a.cpp", "#include \"engine/base/a.hpp\"\n#include <map>\n") == 0);
  CHECK(breaches("engine/base/a.cpp", "#include \"a.hpp\"\n") == 0);
  CHECK(breaches("engine/base/b.cpp", "#include <map>\n") == 0);
}

TEST_CASE("a file of 401 lines and a line of 101 columns are caught") {
  CHECK(size_breaches(source_of("a.cpp", lines(400))).empty());
  CHECK(size_breaches(source_of("a.cpp", lines(401))).size() == 1);
  CHECK(size_breaches(source_of("a.cpp", std::string(100, 'x'))).empty());
  CHECK(size_breaches(source_of("a.cpp", std::string(101, 'x'))).size() == 1);
}

TEST_CASE("columns are characters, not bytes") {
  std::string arrows;
  for (int n = 0; n < 100; ++n) arrows += "→";
  CHECK(size_breaches(source_of("a.cpp", arrows)).empty());
}

TEST_CASE("a function of 61 lines is caught wherever it stands") {
  const auto breaches = [](const std::string& before, std::size_t body, const std::string& after) {
    return function_breaches(source_of("a.cpp", before + lines(body) + after)).size();
  };
  CHECK(breaches("void f() {\n", 58, "}\n") == 0);
  CHECK(breaches("void f() {\n", 59, "}\n") == 1);
  CHECK(breaches("namespace n {\nclass C {\n void f() const {\n", 59, "}\n};\n}\n") == 1);
  CHECK(breaches("template <class T>\nvoid f(T t) {\n if (t) {\n", 57, "}\n}\n") == 1);
  CHECK(breaches("C::C() : a_{1}, b_{2} {\n", 59, "}\n") == 1);
  CHECK(breaches("TEST_CASE(\"a { b\") {\n", 59, "}\n") == 1);
  CHECK(breaches("auto f = [](int x) {\n", 59, "};\n") == 1);
  CHECK(breaches("extern \"C\" {\nint f() {\n", 59, "}\n}\n") == 1);
}

TEST_CASE("long namespaces, classes and tables are no functions") {
  const std::string many = lines(100);
  CHECK(function_breaches(source_of("a.cpp", "namespace n {\n" + many + "}\n")).empty());
  CHECK(function_breaches(source_of("a.cpp", "class C : D {\n" + many + "};\n")).empty());
  CHECK(function_breaches(source_of("a.cpp", "enum class E {\n" + many + "};\n")).empty());
  CHECK(function_breaches(source_of("a.cpp", "const int t[] = {\n" + many + "};\n")).empty());
}

TEST_CASE("braces in comments, literals and macros do not count") {
  for (const char* noise : {"// {", "/* { */", "char c = '{';", "auto s = \"{\";",
                            "auto r = R\"x({)\" {)x\";", "#define OPEN {", "int n = 1'000;"}) {
    const std::string text = std::string("void f() {\n") + noise + "\n}\nvoid g() {\n";
    INFO(noise);
    CHECK(function_breaches(source_of("a.cpp", text + lines(55) + "}\n")).empty());
    CHECK(function_breaches(source_of("a.cpp", text + lines(59) + "}\n")).size() == 1);
  }
}

TEST_CASE("a file without a licence and a header without a guard are caught") {
  const std::string licence = "// SPDX-License-Identifier: MIT\n";
  CHECK(opening_breaches(source_of("a.cpp", licence)).empty());
  CHECK(opening_breaches(source_of("a.cpp", "\n" + licence)).size() == 1);
  CHECK(opening_breaches(source_of("a.hpp", licence)).size() == 1);
  CHECK(opening_breaches(source_of("a.hpp", licence + "#pragma once\n")).empty());
}

TEST_CASE("assembly outside of its folder is caught") {
  const std::string code = "asm volatile(\"pause\");\n";
  CHECK(platform_breaches(source_of("engine/world/a.cpp", code)).size() == 1);
  CHECK(platform_breaches(source_of("engine/platform/a.cpp", code)).empty());
  CHECK(platform_breaches(source_of("tests/a.cpp", code)).empty());
  CHECK(platform_breaches(source_of("engine/a.cpp", "asm volatile(\"\" : : : \"memory\");\n"))
            .empty());
}

TEST_CASE("an entry too many and one too few at the top level are caught") {
  std::vector<std::string> names = {
      "CMakeLists.txt", "README.md", "LICENSE",           "engine",   "dpor", "programs", "tests",
      "visualize",      "docs",      "CMakePresets.json", "Makefile",
  };
  CHECK(top_level_breaches(names).empty());
  names.emplace_back(".clang-format");
  names.emplace_back("build");
  CHECK(top_level_breaches(names).empty());
  names.emplace_back("notes.txt");
  CHECK(top_level_breaches(names).size() == 1);
  names.erase(names.begin());
  CHECK(top_level_breaches(names).size() == 2);
}

}  // namespace mcheck::house
