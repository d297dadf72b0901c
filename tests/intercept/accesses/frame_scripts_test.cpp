// SPDX-License-Identifier: MIT
// Random programs that enter and leave functions, and use each other's variables, compared with an
// oracle that includes nothing of mcheck: it enumerates all interleavings, and in each all pairs of
// steps.
#include <map>
#include <random>

#include "tests/intercept/unmodified.hpp"

namespace mcheck::frame_scripts_test {
namespace {

using Script = std::string;

// One interleaving: the thread and kind of each step, and which steps are ordered before it.
class Interleaving {
 public:
  void add(std::size_t thread, char what) {
    std::vector<bool> before(steps_.size(), false);
    for (std::size_t a = 0; a < steps_.size(); ++a) {
      const bool orders = steps_[a].thread == thread || (steps_[a].what == 'f' && what == 'f') ||
                          (steps_[a].what == ')' && what == '(');
      if (!orders) continue;
      before[a] = true;
      for (std::size_t b = 0; b < a; ++b) before[b] = before[b] || steps_[a].before[b];
    }
    steps_.push_back({thread, what, before});
  }
  void undo() { steps_.pop_back(); }

  // Whether some use is not ordered within the lifetime of its variable, or races with another use.
  [[nodiscard]] bool is_wrong() const {
    std::map<std::size_t, std::vector<std::size_t>> frames;  // of each thread: where they began
    std::vector<Use> uses;
    Place published;
    for (std::size_t at = 0; at < steps_.size(); ++at) {
      const Step& step = steps_[at];
      std::vector<std::size_t>& own = frames[step.thread];
      if (step.what == '{') own.push_back(at);
      if (step.what == 'p') published = {step.thread, own.size()};
      if (step.what == '}') {
        const Place place{step.thread, own.size()};
        for (const Use& use : uses) {
          if (use.place == place && use.at > own.back() && !is_before(use.at, at)) return true;
        }
        own.pop_back();
      }
      if (step.what != 'u' || published.depth == 0) continue;
      for (const Use& use : uses) {
        if (use.place == published && !is_before(use.at, at)) return true;
      }
      uses.push_back({published, at});
      if (published.thread == step.thread) continue;
      const std::vector<std::size_t>& owners = frames[published.thread];
      if (owners.size() < published.depth) return true;
      if (!is_before(owners[published.depth - 1], at)) return true;
    }
    return false;
  }

 private:
  struct Step {
    std::size_t thread = 0;
    char what = 0;
    std::vector<bool> before;
  };
  struct Place {
    std::size_t thread = 0;
    std::size_t depth = 0;  // 0: nothing is published
    bool operator==(const Place&) const = default;
  };
  struct Use {
    Place place;
    std::size_t at = 0;
  };

  [[nodiscard]] bool is_before(std::size_t a, std::size_t b) const {
    return steps_[a].thread == steps_[b].thread || steps_[b].before[a];
  }

  std::vector<Step> steps_;
};

class Oracle {
 public:
  // The threads' own functions are entered and left, too.
  explicit Oracle(const std::vector<Script>& scripts) {
    for (const Script& script : scripts) scripts_.push_back("{" + script + "}");
    next_.resize(scripts.size(), 0);
  }
  [[nodiscard]] bool finds_a_bug() {
    bool is_done = true;
    for (std::size_t thread = 0; thread < scripts_.size(); ++thread) {
      if (next_[thread] == scripts_[thread].size()) continue;
      is_done = false;
      const char what = scripts_[thread][next_[thread]];
      if (what == '(' && is_locked_) continue;
      const bool was_locked = is_locked_;
      if (what == '(' || what == ')') is_locked_ = what == '(';
      ++next_[thread];
      interleaving_.add(thread, what);
      const bool found = finds_a_bug();
      interleaving_.undo();
      --next_[thread];
      is_locked_ = was_locked;
      if (found) return true;
    }
    return is_done && interleaving_.is_wrong();
  }

 private:
  std::vector<Script> scripts_;
  std::vector<std::size_t> next_;
  bool is_locked_ = false;
  Interleaving interleaving_;
};

// A function that is entered is left, and a lock is released before that.
Script draw_script(std::mt19937& random) {
  Script script;
  std::string open;
  for (int i = 0; i < 5; ++i) {
    switch (random() % 8) {
      case 0:
      case 1:
        script += '{';
        open += '}';
        break;
      case 2:
        if (!open.empty()) script += open.back();
        if (!open.empty()) open.pop_back();
        break;
      case 3:
        if (open.find(')') != std::string::npos) break;
        script += '(';
        open += ')';
        break;
      case 4: script += 'p'; break;
      case 5: script += 'f'; break;
      default: script += 'u'; break;
    }
  }
  return script + std::string(open.rbegin(), open.rend());
}

bool is_bug(const std::vector<Script>& scripts, const std::string& options) {
  std::string words;
  for (const Script& script : scripts) words += quoted(script) + " ";
  const std::string outcome = unmodified_programs::outcome_of("frame_scripts", options, words);
  INFO(words << ": " << outcome);
  const bool found = outcome == "race" || outcome == "dead-stack";
  CHECK((found || outcome == "verified"));
  return found;
}

}  // namespace

TEST_CASE("random programs use frames wrongly where an oracle finds it") {
  constexpr int kPrograms = 100;
  constexpr std::size_t kMostSteps = 10;  // with the threads' own functions C(14, 7) = 3,432 orders
  const std::string strategies[] = {"", "--strategy odpor", "", "--strategy dfs",
                                    "--backtrack rerun"};
  std::mt19937 random(11);
  int bugs = 0;
  for (int i = 0; i < kPrograms;) {
    const std::vector<Script> scripts = {draw_script(random), draw_script(random)};
    const std::string all = scripts[0] + scripts[1];
    if (all.size() > kMostSteps) continue;
    if (all.find('p') == std::string::npos || all.find('u') == std::string::npos) continue;
    const bool bug = Oracle(scripts).finds_a_bug();
    if (bug && bugs > i / 2) continue;  // most are wrong
    INFO(scripts[0] << " " << scripts[1]);
    CHECK(is_bug(scripts, strategies[i % 5]) == bug);
    bugs += bug ? 1 : 0;
    ++i;
  }
  CHECK(bugs > kPrograms / 3);
  CHECK(bugs < 2 * kPrograms / 3);
}

}  // namespace mcheck::frame_scripts_test
