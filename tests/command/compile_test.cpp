// SPDX-License-Identifier: MIT
// The plans of the compiler wrappers: one command line in, compiler commands out. Nothing runs.
#include <algorithm>
#include <catch2/catch.hpp>
#include <fstream>
#include <sstream>

#include "programs/mcheck/cli/diagnostic.hpp"
#include "programs/mcheck/compile/compile_plan.hpp"
#include "programs/mcheck/compile/compiler.hpp"
#include "programs/mcheck/compile/response_files.hpp"

namespace mcheck::command::compile_test {
namespace {

using Texts = std::vector<std::string>;

std::string joined(const Texts& texts) {
  std::string line;
  for (const std::string& text : texts) line += (line.empty() ? "" : " ") + text;
  return line;
}

CompileSettings settings() { return {.object = "/lib/mcheck_unmodified.o"}; }

// The commands, one per line, with "[flags]" for the flags of every compilation, and "[O]" for the
// replacement of an optimisation level.
std::string planned(const std::string& line, const CompileSettings& how = settings()) {
  std::string text;
  const std::string flags = joined(compile_flags(how.family));
  const std::string optimise = joined(optimise_flags(how.family)) + " [flags]";
  for (const Texts& command : plan_compile(split_response(line), how).commands) {
    std::string each = joined(command);
    if (const auto at = each.find(flags); at != std::string::npos) {
      each.replace(at, flags.size(), "[flags]");
    }
    if (const auto at = each.find(optimise); at != std::string::npos) {
      each.replace(at, optimise.size(), "[O] [flags]");
    }
    text += each + "\n";
  }
  return text;
}

std::string refused(const std::string& line) {
  try {
    static_cast<void>(planned(line));
  } catch (const UsageError& error) {
    return error.message;
  }
  return "accepted";
}

const std::string kAlways = "-UNDEBUG -U_FORTIFY_SOURCE\n";
const std::string kObject = "-Xlinker /lib/mcheck_unmodified.o ";
const std::string kLibraries =
    " -fno-lto -Wl,--export-dynamic-symbol=__tsan_* -Wl,--export-dynamic-symbol=mcheck_runtime_* "
    "-lm -ldl -lpthread\n";

TEST_CASE("a compilation is instrumented, and what optimises is replaced") {
  CHECK(planned("-c a.cpp") == "-c a.cpp -O0 [flags] " + kAlways);
  CHECK(planned("-O0 -c a.cpp") == "-c a.cpp -O0 [flags] " + kAlways);
  for (const char* level : {"-O", "-O1", "-O2", "-O3", "-Os", "-Og", "-Ofast", "-Oz"}) {
    CAPTURE(level);
    CHECK(planned(std::string(level) + " -c a.cpp -o a.o") ==
          "-c a.cpp -o a.o [O] [flags] " + kAlways);
  }
  CHECK(planned("-O3 -O0 -c a.cpp") == "-c a.cpp -O0 [flags] " + kAlways);
  CHECK(planned("-DNDEBUG -S a.c") == "-DNDEBUG -S a.c -O0 [flags] " + kAlways);
}

TEST_CASE("the environment leaves optimisation and NDEBUG alone where it says so") {
  CompileSettings how = settings();
  how.keep_optimisation = true;
  CHECK(planned("-O2 -c a.cpp", how) ==
        "-O2 -c a.cpp [flags] -fno-optimize-sibling-calls " + kAlways);
  how.keep_ndebug = true;
  CHECK(planned("-O2 -DNDEBUG -c a.cpp", how) ==
        "-O2 -DNDEBUG -c a.cpp [flags] -fno-optimize-sibling-calls -U_FORTIFY_SOURCE\n");
}

TEST_CASE("clang does not optimise, and its flags stand in front of --") {
  CompileSettings how = settings();
  how.family = CompilerFamily::kClang;
  CHECK(joined(optimise_flags(how.family)) == "-O0");
  CHECK(planned("-O2 -c -- a.cpp", how) == "-c [O] [flags] -UNDEBUG -U_FORTIFY_SOURCE -- a.cpp\n");
}

TEST_CASE("what libstdc++ is to do otherwise is said where the language is C++") {
  CompileSettings how = settings();
  how.header = "/lib/header.hpp";
  const std::string header = "-UNDEBUG -U_FORTIFY_SOURCE -include /lib/header.hpp\n";
  CHECK(planned("-c a.cpp", how) == "-c a.cpp -O0 [flags] " + header);
  CHECK(planned("-c a.c", how) == "-c a.c -O0 [flags] " + header);
  how.cxx = false;
  CHECK(planned("-c a.cc", how) == "-c a.cc -O0 [flags] " + header);
  CHECK(planned("-c a.c", how) == "-c a.c -O0 [flags] " + kAlways);
}

TEST_CASE("a value of an option is no input") {
  for (const char* line : {"-o a.cpp", "-I a.cpp", "-MF a.cpp --version", "-Xlinker a.o",
                           "-mllvm x.cpp", "--param a.cpp", "-x c++", "-include a.hpp", "-v"}) {
    CAPTURE(line);
    CHECK(is_query_only(split_response(line)));
    CHECK(planned(line) == line + std::string("\n"));
  }
}

TEST_CASE("a question is the compiler's, whatever else stands in its line") {
  for (const char* line : {"--version", "-dumpversion", "-dumpmachine", "-print-prog-name=ld",
                           "-print-search-dirs", "-### a.cpp", "--help", "-Wl,--version"}) {
    CAPTURE(line);
    CHECK(planned(line) == line + std::string("\n"));
  }
}

TEST_CASE("objects are linked with mcheck's, and without the sanitizer's library") {
  CHECK(planned("a.o b.a -o p") == kObject + "a.o b.a -o p" + kLibraries);
  CHECK(planned("-fsanitize=thread a.o -pie") == kObject + "a.o -pie" + kLibraries);
  CHECK(planned("-fsanitize=thread,undefined a.o") ==
        kObject + "-fsanitize=undefined a.o" + kLibraries);
  CHECK(planned("-flto=auto -s a.o -no-pie") == kObject + "a.o -no-pie" + kLibraries);
  CHECK(planned("a.o /lib/mcheck_unmodified.o") == "a.o /lib/mcheck_unmodified.o" + kLibraries);
  CHECK(planned("-static-libgcc -fuse-ld=gold a.o -Wl,--gc-sections") ==
        kObject + "-static-libgcc -fuse-ld=gold a.o -Wl,--gc-sections" + kLibraries);
  CHECK(planned("-static-libstdc++ a.o") ==
        "-Xlinker /lib/mcheck_unmodified_static.o "
        "-Wl,--wrap=_ZNSt6thread4joinEv,--wrap=_ZNSt6thread6detachEv,"
        "--wrap=_ZNSt13__future_base13_State_baseV211_Make_ready6_M_setEv -static-libstdc++ a.o" +
            kLibraries);
}

TEST_CASE("a C driver and a driver without libraries get the C++ library") {
  CompileSettings how = settings();
  CHECK(planned("-nodefaultlibs a.o", how).find(" -lstdc++ -lm") != std::string::npos);
  how.cxx = false;
  CHECK(planned("a.o", how).find(" -lstdc++ -lm") != std::string::npos);
}

TEST_CASE("a shared library and a partial link get no object, and may leave hooks undefined") {
  CHECK(planned("-shared a.o -o a.so -fsanitize=thread") == "-shared a.o -o a.so -fno-lto\n");
  CHECK(planned("-r a.o -o b.o") == "-r a.o -o b.o -fno-lto\n");
  CHECK(planned("-Wl,-r a.o") == "-Wl,-r a.o -fno-lto\n");
  CHECK(planned("-shared a.o -Wl,--no-undefined -Wl,-O1,-z,defs -Wl,-z -Wl,defs -z defs") ==
        "-shared a.o -Wl,-O1,-z,lazy -Wl,-z -Wl,lazy -fno-lto\n");
  CHECK(planned("-shared a.o -Xlinker -z -Xlinker defs -Xlinker --no-undefined") ==
        "-shared a.o -Xlinker -z -Xlinker lazy -fno-lto\n");
}

TEST_CASE("a line that compiles and links becomes a command for each source, and a link") {
  CHECK(planned("-O2 a.cpp d/b.cpp c.o -o p -lz") ==
        "[O] [flags] -UNDEBUG -U_FORTIFY_SOURCE -c a.cpp -o scratch/0_a.o\n"
        "[O] [flags] -UNDEBUG -U_FORTIFY_SOURCE -c d/b.cpp -o scratch/1_b.o\n" +
            kObject + "-O2 scratch/0_a.o scratch/1_b.o c.o -o p -lz" + kLibraries);
  CHECK(planned("-x c++ a -x none b.o") ==
        "-O0 [flags] -UNDEBUG -U_FORTIFY_SOURCE -x c++ -c a -o scratch/0_a.o\n" + kObject +
            "scratch/0_a.o b.o" + kLibraries);
  CHECK(planned("-MMD a.cpp -o p")
            .starts_with("-MMD -O0 [flags] -UNDEBUG -U_FORTIFY_SOURCE "
                         "-MF p.d -MT p -c a.cpp -o scratch/0_a.o\n"));
}

TEST_CASE("assembler sources get no flags of the sanitizer") {
  CHECK(planned("-c a.S -o a.o") == "-c a.S -o a.o\n");
  CHECK(planned("-x assembler-with-cpp -c a") == "-x assembler-with-cpp -c a\n");
  CHECK(planned("a.s b.o") == kObject + "a.s b.o" + kLibraries);
}

TEST_CASE("headers alone are compiled and not linked") {
  CHECK(planned("a.hpp") == "a.hpp -O0 [flags] " + kAlways);
  CHECK(planned("-x c++-header a") == "-x c++-header a -O0 [flags] " + kAlways);
}

TEST_CASE("what cannot be explored when it is built is refused") {
  CHECK(refused("-fsanitize=address -c a.cpp") ==
        "mcheck: '-fsanitize=address' cannot be combined with mcheck\n"
        "  because  both intercept malloc() and memory accesses\n"
        "  try      the same line without it; -fsanitize=undefined may stay\n");
  CHECK(
      refused("-static a.o") ==
      "mcheck: a program that is linked statically as a whole cannot be explored\n"
      "  because  mcheck intercepts the shared C library\n"
      "  try      the same line without -static; -static-libstdc++ and -static-libgcc may stay\n");
  CHECK(refused("a.o /usr/lib/libtsan.so") ==
        "mcheck: '/usr/lib/libtsan.so' would bring the sanitizer's own run-time library\n"
        "  because  it defines what mcheck's object defines, and runs real threads\n"
        "  try      the same line without it\n");
  CHECK(refused("-m32 -c a.c") ==
        "mcheck: '-m32' builds for a processor that mcheck does not support\n"
        "  wanted   x86-64\n"
        "  try      the same line without it\n");
  CHECK(refused("-stdlib=libc++ a.o") ==
        "mcheck: '-stdlib=libc++' cannot be combined with mcheck\n"
        "  because  mcheck brings libstdc++, and one program cannot throw through both\n"
        "  try      the same line without it\n");
  for (const char* line : {"-fsanitize=undefined,memory a.cpp", "-static-pie a.o", "a.o -ltsan",
                           "-Wl,-static a.o", "-Wl,/x/libtsan.a a.o", "-Xlinker -static a.o"}) {
    CAPTURE(line);
    CHECK(refused(line).starts_with("mcheck: "));
  }
  for (const char* line : {"-fsanitize=undefined a.cpp", "-static -c a.c", "-static -shared a.o"}) {
    CAPTURE(line);
    CHECK(refused(line) == "accepted");
  }
}

TEST_CASE("response files are split as compilers split them, and written so that it is so") {
  CHECK(split_response("a 'b c'\n\"d \\\" e\" f\\ g \"\"") ==
        Texts{"a", "b c", "d \" e", "f g", ""});
  const Texts hard = {"", "a b", "c\\d", "\"", "'", "e\nf", "@g"};
  CHECK(split_response(response_text(hard)) == hard);
}

TEST_CASE("a compiler is known by its macros, and others are refused with what is wanted") {
  const std::string gcc = "#define __GNUC__ 12\n#define __x86_64__ 1\n";
  CHECK(family_by_macros("x", gcc) == CompilerFamily::kGcc);
  CHECK(family_by_macros("x",
                         "#define __GNUC__ 4\n#define __clang_major__ 14\n"
                         "#define __x86_64__ 1\n") == CompilerFamily::kClang);
  for (const char* macros : {"", "#define __GNUC__ 11\n#define __x86_64__ 1\n",
                             "#define __GNUC__ 12\n", "#define __x86_64__ 1\n"}) {
    CAPTURE(macros);
    CHECK_THROWS_AS(family_by_macros("x", macros), UsageError);
  }
  try {
    static_cast<void>(family_by_macros("g++-11", "#define __GNUC__ 11\n#define __x86_64__ 1\n"));
  } catch (const UsageError& error) {
    CHECK(error.message ==
          "mcheck: 'g++-11' is not a compiler that mcheck supports\n"
          "  there    GCC 11\n"
          "  wanted   GCC 12 or later, or clang 14 or later, for x86-64\n"
          "  try      MCHECK_CXX=g++-12 and MCHECK_CC=gcc-12\n");
  }
}

TEST_CASE("mcheck_instrument() adds in CMake what mcheck c++ adds") {
  std::ostringstream script;
  script << std::ifstream(MCHECK_SOURCE_DIRECTORY "/engine/instrument.cmake").rdbuf();
  for (const CompilerFamily family : {CompilerFamily::kGcc, CompilerFamily::kClang}) {
    Texts flags = compile_flags(family);
    const Texts more = optimise_flags(family);
    flags.insert(flags.end(), more.begin(), more.end());
    for (const std::string& flag : flags) {
      CAPTURE(flag);
      CHECK(script.str().find(flag) != std::string::npos);
    }
  }
}

}  // namespace
}  // namespace mcheck::command::compile_test
