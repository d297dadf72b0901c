// SPDX-License-Identifier: MIT
#include "tests/support/generators/random_programs.hpp"

#include <algorithm>

#include "tests/support/generators/random_pieces.hpp"

namespace table {
namespace {

bool stops(const Statement& s) { return s.word == Word::kCheck || s.word == Word::kAssume; }

// One piece in this many is about variables instead: more where little else depends on the order.
int variables_share(Theme theme) {
  switch (theme) {
    case Theme::kChecks: return 2;
    case Theme::kOnce:
    case Theme::kBarriers:
    case Theme::kGates:
    case Theme::kData: return 3;
    default: return 5;
  }
}

void insert(Draw& draw, Statements& thread, std::size_t from, const Statement& s) {
  const int places = static_cast<int>(thread.size() - from) + 1;
  thread.insert(thread.begin() + static_cast<std::ptrdiff_t>(from) + draw.below(places), s);
}

// Threads start one another along a tree whose roots main starts, whatever their numbers. Some are
// joined by the thread that started them, some by others.
void add_spawns(Draw& draw, Program& program) {
  const int count = static_cast<int>(program.threads.size());
  std::vector<int> order;  // in the order of starting
  for (int t = 0; t < count; ++t) {
    order.insert(order.begin() + draw.below(t + 1), t);
  }
  for (std::size_t i = 1; i < order.size(); ++i) {
    if (draw.one_in(3)) continue;
    const int parent = order[static_cast<std::size_t>(draw.below(static_cast<int>(i)))];
    Statements& thread = program.threads[static_cast<std::size_t>(parent)];
    insert(draw, thread, 0, {Word::kSpawn, 0, 0, order[i]});
    if (draw.one_in(2)) continue;
    const auto spawn = std::ranges::find_if(
        thread, [&](const Statement& s) { return s.word == Word::kSpawn && s.v == order[i]; });
    insert(draw, thread, static_cast<std::size_t>(spawn - thread.begin()) + 1,
           {Word::kJoin, 0, 0, order[i]});
  }
  if (!draw.one_in(2)) return;
  Statements& thread = program.threads[static_cast<std::size_t>(draw.below(count))];
  insert(draw, thread, 0, {Word::kJoin, 0, 0, draw.below(count)});
}

// As many as arrive, so that nothing is misused; sometimes one more, which never arrives.
void count_arrivals(Draw& draw, Program& program) {
  for (int o = 0; o < kObjects; ++o) {
    const auto uses = [o](Word word) {
      return [o, word](const Statement& s) { return s.word == word && s.object == o; };
    };
    int arriving = 0;
    int counting = 0;
    for (const Statements& thread : program.threads) {
      if (std::ranges::any_of(thread, uses(Word::kArriveAndWait))) ++arriving;
      counting += static_cast<int>(std::ranges::count_if(thread, uses(Word::kCountDown)));
    }
    const auto at = static_cast<std::size_t>(o);
    program.participants[at] = std::max(1, arriving) + (draw.one_in(6) ? 1 : 0);
    program.expected[at] = counting + (draw.one_in(6) ? 1 : 0);
  }
}

}  // namespace

const char* name_of(Theme theme) {
  switch (theme) {
    case Theme::kVariables: return "variables";
    case Theme::kLocks: return "locks";
    case Theme::kReadersWriters: return "readers and writers";
    case Theme::kConditions: return "conditions";
    case Theme::kSemaphores: return "semaphores";
    case Theme::kBarriers: return "barriers and latches";
    case Theme::kGates: return "gates";
    case Theme::kAtomicWaits: return "atomic waits";
    case Theme::kOnce: return "once and events";
    case Theme::kChoices: return "choices";
    case Theme::kSpawns: return "spawns";
    case Theme::kChecks: return "checks";
    case Theme::kData: return "data";
    case Theme::kMix: return "mix";
  }
  return "";
}

Program random_program(std::uint64_t seed, const Shape& shape) {
  Draw draw(seed * kThemes.size() + static_cast<std::uint64_t>(shape.theme));
  Program program;
  program.threads.resize(static_cast<std::size_t>(2 + draw.below(shape.max_threads - 1)));
  const int fair =
      std::max(1, shape.max_total_statements / static_cast<int>(program.threads.size()));
  for (Statements& thread : program.threads) {
    const int wanted = 1 + draw.below(std::min(fair + 1, shape.max_statements));
    while (static_cast<int>(thread.size()) < wanted) {
      Theme theme = shape.theme == Theme::kMix ? draw.one_of(kThemes) : shape.theme;
      if (draw.one_in(variables_share(theme))) theme = Theme::kVariables;
      add_piece(draw, theme, thread);
    }
    if (!shape.stops) std::erase_if(thread, stops);
  }
  const bool spawns = shape.theme == Theme::kMix ? draw.one_in(3) : shape.theme == Theme::kSpawns;
  if (spawns) add_spawns(draw, program);
  for (int& permits : program.permits) permits = draw.below(2);
  count_arrivals(draw, program);
  return program;
}

}  // namespace table
