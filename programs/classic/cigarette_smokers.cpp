// SPDX-License-Identifier: MIT
// Cigarette smokers [Patil 1971]: three smokers have one ingredient each: paper, tobacco, matches.
// An agent puts two of them on the table, and the smoker that lacks exactly these may smoke.
//
// Here each smoker takes the pieces that it lacks one at a time. Two smokers may take one piece
// each, and wait forever for the other. Which smoker is served first is a choice: mcheck tries all.
//
// Right form: cigarette_smokers_right.cpp.
#include <mcheck/mcheck.hpp>
#include <vector>

MCHECK_PROGRAM(cigarette_smokers, "smokers take what they lack one piece at a time") {
  mcheck::binary_semaphore paper{0, "paper"};
  mcheck::binary_semaphore tobacco{0, "tobacco"};
  mcheck::binary_semaphore matches{0, "matches"};
  mcheck::binary_semaphore* const pieces[] = {&paper, &tobacco, &matches};
  mcheck::binary_semaphore smoked{0, "smoked"};

  std::vector<mcheck::thread> smokers;
  for (unsigned has = 0; has < 3; ++has) {
    smokers.emplace_back([&, has] {
      pieces[(has + 1) % 3]->acquire();
      pieces[(has + 2) % 3]->acquire();
      smoked.release();
    });
  }

  const unsigned first = static_cast<unsigned>(mcheck::choose(3));
  for (unsigned has = first; has < first + 3; ++has) {
    pieces[(has + 1) % 3]->release();
    pieces[(has + 2) % 3]->release();
    smoked.acquire();
  }
  for (mcheck::thread& smoker : smokers) smoker.join();
}
