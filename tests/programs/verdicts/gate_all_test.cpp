// SPDX-License-Identifier: MIT
// mcheck gates itself: the programs of all tables programs/*/expected.tsv, and mcheck's own
// concurrent parts.
#include <sys/resource.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "tests/support/deep.hpp"
#include "tests/support/shell.hpp"

namespace mcheck::gate_all_test {
namespace {

namespace files = std::filesystem;

const std::string kBinaries = MCHECK_BINARY_DIRECTORY;
const std::string kTests = MCHECK_SOURCE_DIRECTORY "/tests/";

class Folder {
 public:
  Folder() : path_(files::temp_directory_path() / ("mcheck-all-" + std::to_string(getpid()))) {
    files::create_directories(path_);
  }
  ~Folder() { files::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  [[nodiscard]] ShellResult run(const std::string& command, int limit_seconds = 1500) const {
    return run_shell("cd " + quoted(path_.string()) + " && " + command + " 2>&1", limit_seconds);
  }
  [[nodiscard]] ShellResult gate() const { return run(quoted(kBinaries + "/mcheck") + " gate"); }
  [[nodiscard]] files::path path(const std::string& name) const { return path_ / name; }

 private:
  files::path path_;
};

// The processor time of all finished child processes, which other load disturbs less than real
// time.
double processor_seconds() {
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
  };
  rusage used{};
  getrusage(RUSAGE_CHILDREN, &used);
  return seconds(used.ru_utime) + seconds(used.ru_stime);
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::size_t kernels_in(const std::string& out) {
  std::size_t lines = 0;
  for (std::size_t at = 0; (at = out.find("\n  ok ", at)) != std::string::npos; ++at) ++lines;
  return lines;
}

}  // namespace

TEST_CASE("a gate over all sample programs says the truth for each, and again from its cache") {
  const Folder folder;
  // The others take minutes: their programs hang, crash or sample at random (`make gate`).
  const std::string all = is_deep() ? " failures unmodified table/samples families" : "";
  files::copy_file(kBinaries + "/bank_transfer_right", folder.path("bank_transfer_right"));
  const ShellResult made = folder.run(
      quoted(kTests + "gate/from_tables.sh") + " " + quoted(kBinaries) + " classic queues" + all +
      " | sed 's|\".*/bank_transfer_right\"|\"bank_transfer_right\"|' > mcheck.toml");
  INFO(made.out);
  REQUIRE(made.code == 0);
  const double begin = processor_seconds();
  const ShellResult first = folder.gate();
  const double before = processor_seconds() - begin;
  {
    INFO(first.out);
    CHECK(first.code == 0);
    CHECK_FALSE(has(first.out, "FAILED"));
    CHECK_FALSE(has(first.out, "BROKEN"));
  }
  const double again = processor_seconds();
  const ShellResult second = folder.gate();
  const double after = processor_seconds() - again;
  {
    INFO(second.out);
    CHECK(second.code == 0);
    const std::string kernels = std::to_string(kernels_in(second.out));
    CHECK(has(second.out, ", " + kernels + " from the cache; "));
    CHECK(has(second.out, " from the cache; "));
    CHECK(after * 20 < before);
  }
  std::ofstream(folder.path("bank_transfer_right"), std::ios::app) << "changed";
  const ShellResult third = folder.gate();
  INFO(third.out);
  CHECK(third.code == 0);
  const std::size_t kernels = kernels_in(third.out);
  CHECK(kernels >= 40);
  CHECK(has(third.out, ", " + std::to_string(kernels - 1) + " from the cache; "));
}

TEST_CASE("mcheck's own concurrent parts pass its gate, and a wrong use of one does not") {
  const Folder folder;
  for (const char* program : {"self_reply_log", "self_reply_log_wrong", "self_recorder"}) {
    files::copy_file(kBinaries + "/" + program, folder.path(program));
  }
  files::copy_file(kTests + "self/mcheck.toml", folder.path("mcheck.toml"));
  const ShellResult ran = folder.gate();
  INFO(ran.out);
  CHECK(ran.code == 0);
  CHECK(has(ran.out, "gate: 3 of 3 kernels as expected"));
}

}  // namespace mcheck::gate_all_test
