// SPDX-License-Identifier: MIT
// The rules themselves: a sample that breaks a rule is caught, a sample that keeps it is not.
#include <catch2/catch.hpp>

#include "tests/house/rules.hpp"

namespace mcheck::house::rules_test {
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
  CHECK(includes("engine/base/a.cpp", "#include \"engine/trace/semantics/event.hpp\"\n").size() ==
        1);
  CHECK(includes("engine/trace/a.cpp", "#include \"engine/search/steps/run.hpp\"\n").size() == 1);
  CHECK(includes("dpor/a.cpp", "#include \"engine/runtime/machine/perform.hpp\"\n").size() == 1);
  CHECK(includes("visualize/a.cpp", "#include \"engine/search/steps/run.hpp\"\n").size() == 1);
  CHECK(includes("programs/classic/a.cpp", "#include \"engine/base/ids.hpp\"\n").size() == 1);
  CHECK(includes("engine/search/a.cpp", "#include \"dpor/dfs.hpp\"\n").size() == 1);
  CHECK(includes("engine/base/a.cpp", "#  include \"engine/trace/semantics/event.hpp\"\n").size() ==
        1);
}

TEST_CASE("an include downwards is not caught") {
  CHECK(includes("engine/trace/a.cpp", "#include \"engine/base/ids.hpp\"\n").empty());
  CHECK(includes("engine/trace/a.cpp", "#include <vector>\n").empty());
  CHECK(includes("engine/host/a.cpp", "#include \"dpor/registry.hpp\"\n").empty());
  CHECK(includes("programs/classic/a.cpp", "#include <mcheck/mcheck.hpp>\n").empty());
  CHECK(includes("tests/dpor/a.cpp", "#include \"engine/runtime/machine/perform.hpp\"\n").empty());
}

TEST_CASE("a public header that includes an internal one is caught") {
  CHECK(includes("engine/include/mcheck/a.hpp", "#include \"engine/base/ids.hpp\"\n").size() == 1);
  CHECK(includes("engine/include/mcheck/a.hpp", "#include <mcheck/mutex.hpp>\n").empty());
}

TEST_CASE("an include that does not start at the root is caught") {
  CHECK(includes("engine/base/a.cpp", "#include \"ids.hpp\"\n").size() == 1);
  CHECK(includes("programs/families/a.cpp", "#include \"team.hpp\"\n").empty());
}

TEST_CASE("a file outside of the layers is caught") {
  CHECK(includes("engine/attic/a.cpp", "").size() == 1);
}

TEST_CASE("a name that two sources of a layer define in unnamed namespaces is caught") {
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

TEST_CASE("a name that two subfolders of a layer define in unnamed namespaces is caught") {
  const auto breaches_in = [](const char* path, const char* other_path) {
    const char* text = "namespace {\n\nint known(int a) {\n  return a;\n}\n\n}  // namespace\n";
    return name_breaches({source_of(path, text), source_of(other_path, text)}).size();
  };
  CHECK(breaches_in("engine/host/a/a.cpp", "engine/host/b/b.cpp") == 1);
  CHECK(breaches_in("visualize/text/a.cpp", "visualize/graph/b.cpp") == 1);
  CHECK(breaches_in("programs/mcheck/a/a.cpp", "programs/mcheck/b.cpp") == 1);
  CHECK(breaches_in("engine/host/a/a.cpp", "engine/search/a/b.cpp") == 0);
}

TEST_CASE("a test without a namespace of its name is caught") {
  const auto breaches_of = [](const char* path, const char* text) {
    return name_breaches({source_of(path, text)}).size();
  };
  CHECK(breaches_of("tests/dpor/a_test.cpp", "namespace mcheck {\n}\n") == 1);
  CHECK(breaches_of("tests/dpor/a_test.cpp", "namespace mcheck::b_test {\n}\n") == 1);
  CHECK(breaches_of("tests/dpor/a_test.cpp", "namespace mcheck::a_test {\n}\n") == 0);
  CHECK(breaches_of("tests/dpor/oracle.cpp", "namespace mcheck {\n}\n") == 0);
}

TEST_CASE("a package that is included elsewhere than allowed is caught") {
  const auto packages = [](const char* path, const char* text) {
    return package_breaches({source_of(path, text)});
  };
  CHECK(packages("engine/trace/a.cpp", "#include <xxhash.h>\n").size() == 1);
  CHECK(packages("engine/base/fingerprint.cpp", "#include <xxhash.h>\n").empty());
  CHECK(packages("engine/host/a.cpp", "#include <boost/coroutine2/all.hpp>\n").size() == 1);
  CHECK(packages("programs/mcheck/main.cpp", "#include <CLI/CLI.hpp>\n").size() == 1);
  CHECK(packages("visualize/html.cpp", "#include <graphviz/gvc.h>\n").size() == 1);
  CHECK(packages("engine/base/a.cpp", "#include <catch2/catch.hpp>\n").size() == 1);
  CHECK(packages("engine/base/a.cpp", "#include <sys/mman.h>\n").empty());
}

TEST_CASE("a second user of a package is caught, and a package without a rule") {
  const Source first = source_of("engine/runtime/a.cpp", "#include <boost/coroutine2/all.hpp>\n");
  const Source second = source_of("engine/runtime/b.cpp", "#include <boost/context/fiber.hpp>\n");
  CHECK(package_breaches({first}).empty());
  CHECK(package_breaches({first, second}).size() == 1);
  CHECK(package_breaches({source_of("dpor/a.cpp", "#include <fmt/core.h>\n")}).size() == 1);
}

TEST_CASE("a header that its source does not include first is caught") {
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

TEST_CASE("a folder of 26 files is caught, unless its files are data or programs") {
  const auto breaches = [](const std::string& folder, int count) {
    std::vector<std::string> paths = {"dpor/other/a.cpp"};
    for (int n = 0; n < count; ++n) paths.push_back(folder + "/" + std::to_string(n) + ".cpp");
    return folder_breaches(paths).size();
  };
  CHECK(breaches("engine/base", 25) == 0);
  CHECK(breaches("engine/base", 26) == 1);
  CHECK(breaches("programs/mcheck/gate", 26) == 1);
  CHECK(breaches("tests/programs", 26) == 1);
  CHECK(breaches("tests/visualize/goldens", 26) == 0);
  CHECK(breaches("programs/unmodified", 26) == 0);
  CHECK(breaches("engine/include/mcheck", 26) == 0);
}

TEST_CASE("a function of 61 lines is caught wherever it is") {
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

TEST_CASE("long namespaces, classes and tables are not functions") {
  const std::string long_body = lines(100);
  CHECK(function_breaches(source_of("a.cpp", "namespace n {\n" + long_body + "}\n")).empty());
  CHECK(function_breaches(source_of("a.cpp", "class C : D {\n" + long_body + "};\n")).empty());
  CHECK(function_breaches(source_of("a.cpp", "enum class E {\n" + long_body + "};\n")).empty());
  CHECK(function_breaches(source_of("a.cpp", "const int t[] = {\n" + long_body + "};\n")).empty());
}

TEST_CASE("braces in comments, literals and macros do not count") {
  for (const char* text_with_brace :
       {"// {", "/* { */", "char c = '{';", "auto s = \"{\";", "auto r = R\"x({)\" {)x\";",
        "#define OPEN {", "int n = 1'000;"}) {
    const std::string text = std::string("void f() {\n") + text_with_brace + "\n}\nvoid g() {\n";
    INFO(text_with_brace);
    CHECK(function_breaches(source_of("a.cpp", text + lines(55) + "}\n")).empty());
    CHECK(function_breaches(source_of("a.cpp", text + lines(59) + "}\n")).size() == 1);
  }
}

TEST_CASE("a file without a licence and a header without a guard are caught") {
  const std::string licence = "// SPDX-License-Identifier: MIT\n";
  const std::string opening = licence + "// What it is.\n";
  CHECK(opening_breaches(source_of("a.cpp", opening)).empty());
  CHECK(opening_breaches(source_of("a.cpp", "\n" + licence)).size() == 1);
  CHECK(opening_breaches(source_of("a.hpp", opening)).size() == 1);
  CHECK(opening_breaches(source_of("a.hpp", opening + "#pragma once\n")).empty());
}

TEST_CASE("a file that does not say what it is is caught, unless a header says it first") {
  const auto breaches = [](const char* path, const std::string& second) {
    const std::string text = "// SPDX-License-Identifier: MIT\n" + second + "\n#pragma once\n";
    return opening_breaches(source_of(path, text)).size();
  };
  CHECK(breaches("a.cpp", "// What it is.") == 0);
  CHECK(breaches("a.cpp", "#include \"engine/base/a.hpp\"") == 0);
  CHECK(breaches("a.cpp", "#include <mcheck/a.hpp>") == 0);
  CHECK(breaches("a.cpp", "#include <vector>") == 1);
  CHECK(breaches("a.cpp", "") == 1);
  CHECK(breaches("tests/consumer/once.cpp", "#include <vector>") == 0);
  CHECK(breaches("a.hpp", "// What it is.") == 0);
  CHECK(breaches("a.hpp", "#include \"engine/base/b.hpp\"") == 1);
}

TEST_CASE("assembly outside of its folder is caught") {
  const std::string code = "asm volatile(\"pause\");\n";
  CHECK(platform_breaches(source_of("engine/memory/a.cpp", code)).size() == 1);
  CHECK(platform_breaches(source_of("engine/platform/a.cpp", code)).empty());
  CHECK(platform_breaches(source_of("tests/a.cpp", code)).empty());
  CHECK(platform_breaches(source_of("engine/a.cpp", "asm volatile(\"\" : : : \"memory\");\n"))
            .empty());
}

TEST_CASE("a banned word is caught in each spelling, and only where it is banned") {
  const auto banned = banned_words_of(
      "# comment\n"
      "came_round\tloop detector\tboth\n"
      "by_hand\tmanual\tidentifiers\n"
      "is had\tis allocated\ttext\n");
  REQUIRE(banned.size() == 3);
  const auto breaches = [&](const char* path, const char* text) {
    return word_breaches(source_of(path, text), banned).size();
  };
  CHECK(breaches("a.cpp", "int came_round = 0;\n") == 1);
  CHECK(breaches("a.cpp", "struct CameRound {};\n") == 1);
  CHECK(breaches("a.cpp", "bool kHasCameRounds = false;\n") == 1);
  CHECK(breaches("a.cpp", "// It came round.\n") == 1);
  CHECK(breaches("a.cpp", "// It came\n// round.\n") == 1);
  CHECK(breaches("a.cpp", "f(\"\\ncame round\");\n") == 1);
  CHECK(breaches("a.cpp", "int became_rounded = 0;\n") == 0);
  CHECK(breaches("a.cpp", "int came = 0;  // here\nint round = 0;\n") == 0);
  CHECK(breaches("a.cpp", "// It came.\nint x = 0;  // round\n") == 0);
  CHECK(breaches("a.cpp", "int by_hand = 0;  // written by hand\n") == 1);
  CHECK(breaches("a.cpp", "bool is_had = true;  // a block is had\n") == 1);
  CHECK(breaches("docs/"
                 "a.md",
                 "A block is had\nagain. It is written by hand.\n") == 1);
}

TEST_CASE("a breach of the banned words names the line and the term to write") {
  const auto banned = banned_words_of("came_round\tloop detector\tboth\n");
  const Source source = source_of("a.cpp", "int x = 0;\n// came round\n");
  CHECK(word_breaches(source, banned) == Breaches{"a.cpp:2: `came round`: write loop detector"});
}

TEST_CASE("users' programs name what they like, and the glossary names all words") {
  const auto banned = banned_words_of("ledger\tsearch state\tboth\n");
  const auto breaches = [&](const char* path, const char* text) {
    return word_breaches(source_of(path, text), banned).size();
  };
  CHECK(breaches("programs/mcheck/a.cpp", "int ledger = 0;\n") == 1);
  CHECK(breaches("programs/classic/a.cpp", "int ledger = 0;\n") == 0);
  CHECK(breaches("programs/classic/a.cpp", "// a ledger\n") == 1);
  CHECK(breaches("docs/glossary.md", "| ledger | search state |\n") == 0);
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

}  // namespace mcheck::house::rules_test
