// SPDX-License-Identifier: MIT
// Cigarette smokers, repaired: a smoker waits for a pair of pieces, not for each piece. Each pair
// has a semaphore of its own, so a smoker that is served can smoke.
//
// Wrong form: cigarette_smokers.cpp.
#include <mcheck/mcheck.hpp>
#include <vector>

MCHECK_PROGRAM(cigarette_smokers_right, "smokers wait for the pair that they lack") {
  mcheck::binary_semaphore for_paper{0, "tobacco and matches"};
  mcheck::binary_semaphore for_tobacco{0, "matches and paper"};
  mcheck::binary_semaphore for_matches{0, "paper and tobacco"};
  mcheck::binary_semaphore* const pairs[] = {&for_paper, &for_tobacco, &for_matches};
  mcheck::binary_semaphore smoked{0, "smoked"};

  std::vector<mcheck::thread> smokers;
  for (unsigned has = 0; has < 3; ++has) {
    smokers.emplace_back([&, has] {
      pairs[has]->acquire();
      smoked.release();
    });
  }

  const unsigned first = static_cast<unsigned>(mcheck::choose(3));
  for (unsigned has = first; has < first + 3; ++has) {
    pairs[has % 3]->release();
    smoked.acquire();
  }
  for (mcheck::thread& smoker : smokers) smoker.join();
}
