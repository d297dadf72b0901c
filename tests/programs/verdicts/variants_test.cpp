// SPDX-License-Identifier: MIT
// The compiler, its options and the linker make no difference to what is found in an unmodified
// program. `mcheck cc` and `mcheck c++` build the programs, as a user would.
//
// With MCHECK_DEEP=1 each program is built in all eight variants; otherwise a selection in four,
// which contain every pair of compiler, level and placement.
#include <unistd.h>

#include <array>
#include <bit>
#include <set>

#include "tests/programs/verdicts/expected.hpp"
#include "tests/support/deep.hpp"

namespace mcheck::expected::variants_test {
namespace {

const std::filesystem::path kFolder = kPrograms / "unmodified";

enum class Language { kC, kCxx };

// Locks, waits, atomics and plain data, wrong and right.
const std::set<std::string>& always() {
  static const std::set<std::string> programs = {
      "lost_update",    "lost_update_right",    "abba_deadlock", "abba_deadlock_right",
      "bounded_buffer", "bounded_buffer_right", "lost_wakeup",   "lost_wakeup_right",
      "barrier_reuse",  "barrier_reuse_right",  "spsc_ring",     "spsc_ring_right"};
  return programs;
}

// A temporary directory.
class TemporaryDirectory {
 public:
  explicit TemporaryDirectory(const std::string& name)
      : path_("/tmp/mcheck_" + name + "_" + std::to_string(getpid())) {
    std::filesystem::create_directories(path_);
  }
  ~TemporaryDirectory() { std::filesystem::remove_all(path_); }
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;

  [[nodiscard]] std::string operator/(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

struct Compilers {
  std::string c;
  std::string cxx;
};

struct Variant {
  Compilers compilers;
  std::string options;
};

std::vector<Variant> variants() {
  const std::array<Compilers, 2> compilers{Compilers{"gcc", "g++"}, Compilers{"clang", "clang++"}};
  const std::array<std::string, 2> levels{"-O0", "-O2"};
  const std::array<std::string, 2> places{" -fPIE -pie", " -fno-pie -no-pie"};
  std::vector<Variant> all;
  for (unsigned number = 0; number < 8; ++number) {
    // An even number of second choices: these four contain every pair.
    if (!is_deep() && std::popcount(number) % 2 != 0) continue;
    all.push_back({compilers[number >> 2], levels[number >> 1 & 1] + places[number & 1]});
  }
  return all;
}

// Builds programs/unmodified/PROGRAM as `binary`.
bool build(const Variant& variant, const std::string& program, const std::string& binary) {
  const bool c = std::filesystem::exists(kFolder / (program + ".c"));
  const std::string source = kFolder / (program + (c ? ".c" : ".cpp"));
  const std::string command = "MCHECK_CC=" + variant.compilers.c +
                              " MCHECK_CXX=" + variant.compilers.cxx + " " +
                              quoted(kBinaries + "mcheck") + (c ? " cc " : " c++ -std=c++20 ");
  const ShellResult ran =
      run_shell(command + variant.options + " " + quoted(source) + " -o " + binary + " 2>&1");
  INFO(ran.what << "\n" << ran.out);
  CHECK(ran.code == 0);
  return ran.code == 0;
}

// Checks the selected rows in all variants: verdict and kind are those of the row, and a verified
// program has as many executions as the regular build.
void judge_variants(Language language) {
  const TemporaryDirectory directory(language == Language::kC ? "variants_c" : "variants_cxx");
  int judged = 0;
  for (const Row& row : rows_of("unmodified")) {
    const bool c = std::filesystem::exists(kFolder / (row.program + ".c"));
    if (c != (language == Language::kC) || !(is_deep() || always().contains(row.program))) continue;
    const Outcome usual = explore(kBinaries + "unmodified/" + row.program, row.options);
    for (const Variant& variant : variants()) {
      INFO(row.program << " " << variant.compilers.cxx << " " << variant.options);
      const std::string binary = directory / row.program;
      if (!build(variant, row.program, binary)) continue;
      const Outcome outcome = explore(binary, row.options);
      CHECK(outcome.verdict == row.verdict);
      CHECK(outcome.kind == row.kind);
      if (row.verdict == "verified") CHECK(outcome.executions == usual.executions);
      ++judged;
    }
  }
  CHECK(judged >= 4 * static_cast<int>(variants().size()));
}

// The result of exploring `binary`, without the time it took.
std::string output_of(const std::string& binary) {
  const ShellResult ran = run_shell(quoted(kBinaries + "mcheck") + " explore " + binary +
                                    " --json - | " + "grep -v '\"seconds\"'");
  CHECK(ran.out.find("\"executions\"") != std::string::npos);
  return ran.out;
}

}  // namespace

TEST_CASE("compiler, optimisation and placing make no difference to what plain C programs do") {
  judge_variants(Language::kC);
}

TEST_CASE("compiler, optimisation and placing make no difference to what plain C++ programs do") {
  judge_variants(Language::kCxx);
}

TEST_CASE("every linker and way to link gives the same schedules, steps and lines") {
  const TemporaryDirectory directory("links");
  for (const char* program : {"bounded_buffer", "barrier_reuse_right"}) {
    const std::string binary = directory / program;
    REQUIRE(build({{"gcc", "g++"}, ""}, program, binary));
    const std::string usual = output_of(binary);
    for (const char* options : {"-fuse-ld=gold", "-fuse-ld=lld", "-flto", "-rdynamic",
                                "-Wl,--gc-sections -ffunction-sections"}) {
      INFO(program << " " << options);
      REQUIRE(build({{"gcc", "g++"}, options}, program, binary));
      CHECK(output_of(binary) == usual);
    }
  }
}

// The static library refers to pthread_cancel(), which adds steps without a choice.
TEST_CASE("with the C++ library linked statically there are as many executions") {
  const TemporaryDirectory directory("static_library");
  for (const char* program : {"barrier_reuse", "barrier_reuse_right"}) {
    const std::string binary = directory / program;
    REQUIRE(build({{"gcc", "g++"}, "-static-libstdc++ -static-libgcc"}, program, binary));
    const Outcome found = explore(binary, "");
    const Outcome usual = explore(kBinaries + "unmodified/" + program, "");
    CHECK(found.verdict == usual.verdict);
    CHECK(found.kind == usual.kind);
    CHECK(found.executions == usual.executions);
  }
}

}  // namespace mcheck::expected::variants_test
