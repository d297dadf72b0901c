// SPDX-License-Identifier: MIT
// Random numbers in unmodified programs.
#include "tests/intercept/unmodified.hpp"

namespace mcheck::unmodified_programs::randomness_test {

TEST_CASE("each process draws the same numbers, and each of its threads others") {
  const auto message = [] {
    return result_of("random_numbers", "")["failures"].elements()[0]["message"].text();
  };
  const std::string first = message();
  CHECK(first.find("device=") != std::string::npos);
  CHECK(first == message());
}

TEST_CASE("main's rand is that of a fresh process") {
  const Json result = result_of("random_numbers", "");
  CHECK(result["failures"].elements()[0]["message"].text().find("rand=1804289383") !=
        std::string::npos);
}

}  // namespace mcheck::unmodified_programs::randomness_test
