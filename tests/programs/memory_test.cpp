// SPDX-License-Identifier: MIT
// A search holds the tasks that are left and no more: memory does not grow with what was explored.
#include <sys/resource.h>

#include <catch2/catch.hpp>
#include <fstream>

#include "engine/base/json.hpp"
#include "tests/programs/together.hpp"

namespace mcheck {
namespace {

// Of the largest process that was run so far, the checked program included.
long most_kilobytes() {
  rusage used{};
  getrusage(RUSAGE_CHILDREN, &used);
  return used.ru_maxrss;
}

std::uint64_t executions_of(const std::string& what) {
  const Ran ran = run_shell(kBinaries + "mcheck explore " + kBinaries + what);
  INFO(ran.out);
  const auto parsed = Json::parse(ran.out);
  REQUIRE(std::holds_alternative<Json>(parsed));
  return std::get<Json>(parsed)["executions"].natural();
}

}  // namespace

TEST_CASE("147,456 classes are searched within 64 MB") {
  CHECK(executions_of("families --json - --test lastzero -- 15") == 147'456);
  CHECK(most_kilobytes() < 64 * 1024);
}

TEST_CASE("executions of ten thousand steps take no more memory when there are many of them") {
  const OwnFile file("deep");
  std::ofstream out(file.path());
  for (int thread = 0; thread < 2; ++thread) {
    out << "thread\n";
    for (int i = 0; i < 4'990; ++i) out << "add y" << thread << " 1\n";
    for (int i = 0; i < 3; ++i) out << "store x " << thread << "\nload x\n";
  }
  out.close();
  const std::string rest = " --strategy trust --json - -- " + file.path();
  CHECK(executions_of("table --executions 20" + rest) == 20);
  const long few = most_kilobytes();
  CHECK(executions_of("table --executions 300" + rest) == 300);
  CHECK(most_kilobytes() < few + few / 8);
}

}  // namespace mcheck
