#include <catch2/catch.hpp>
#include <iostream>
#include "dpor/trust.hpp"
#include "tests/dpor/agreement.hpp"
#include "tests/support/random_programs.hpp"
using namespace table;
static std::string wrong(const Program& p) {
    auto o = classes_of(p, Relation::kReadWrite, 1500);
    if (!o) return "";
    mcheck::Trust t;
    return agreement::disagreement(p, t, *o, {.relation = Relation::kReadWrite});
}
TEST_CASE("minimal") {
  std::string best; std::size_t size = 100000; std::map<std::string,int> bad, all;
  for (Theme theme : kThemes) for (std::uint64_t seed = 1; seed < 8000; ++seed) {
    const Shape shape{.theme = theme, .most_threads = 2 + static_cast<int>(seed % 4), .most_statements = 3 + static_cast<int>(seed % 3), .most_together = 9};
    Program p = random_program(seed, shape);
    all[name_of(theme)]++;
    if (wrong(p).empty()) continue;
    bad[name_of(theme)]++;
    for (bool again = true; again;) {
      again = false;
      for (auto& th : p.threads) for (std::size_t i = 0; i < th.size(); ++i) {
        auto keep = th; th.erase(th.begin() + i);
        if (!wrong(p).empty()) { again = true; --i; } else th = keep;
      }
    }
    if (text(p).size() < size) { size = text(p).size(); best = wrong(p); }
  }
  for (auto& [k, v] : all) std::cout << k << " " << v << " bad " << bad[k] << "\n";
  std::cout << best << "\n";
}
