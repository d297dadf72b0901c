// SPDX-License-Identifier: MIT
#include "tests/support/table/table.hpp"

namespace table {
namespace {

// Which arguments a word takes.
struct Spelling {
  const char* name;
  const char* object;  // prefix of the object's name; null: none
  bool reg = false, v = false, w = false;
};

constexpr std::array<Spelling, kWords> kSpellings = {{
    {"load", "x", true},
    {"store", "x", false, true},
    {"add", "x", true, true},
    {"exchange", "x", true, true},
    {"cas", "x", true, true, true},
    {"lock", "m"},
    {"unlock", "m"},
    {"try lock", "m", true},
    {"read lock", "s"},
    {"read unlock", "s"},
    {"write lock", "s"},
    {"write unlock", "s"},
    {"wait", "c"},
    {"notify", "c"},
    {"notify all", "c"},
    {"acquire", "p"},
    {"release", "p"},
    {"try acquire", "p", true},
    {"await", "x", false, true},
    {"choose", nullptr, true, true},
    {"skip if not", nullptr, true, true, true},
    {"recursive lock", "q"},
    {"recursive unlock", "q"},
    {"recursive try lock", "q", true},
    {"try read lock", "s", true},
    {"try write lock", "s", true},
    {"arrive and wait", "b"},
    {"count down", "l"},
    {"latch wait", "l"},
    {"latch try wait", "l", true},
    {"atomic wait", "x", false, true},
    {"atomic notify", "x"},
    {"atomic notify all", "x"},
    {"once", "o", true},
    {"once, failing", "o", true},
    {"event set", "e", true},
    {"event wait", "e"},
    {"event poll", "e", true},
    {"read", "d", true},
    {"write", "d", false, true},
    {"gate open", "g"},
    {"gate arrive", "g", true},
    {"gate wait", "g", false, true},
    {"gate take", "g", false, true},
    {"probe lock", "m", true},
    {"fence", nullptr},
    {"yield", nullptr},
    {"spawn", nullptr, false, true},
    {"join", nullptr, false, true},
    {"check", nullptr, true, true},
    {"assume", nullptr, true, true},
    {"goto", nullptr, false, true},
    {"progress", nullptr},
}};

// Nothing for sequential consistency, the default.
std::string order_text(const Statement& s) {
  constexpr std::array kNames = {"relaxed", "acquire", "release", "acq_rel", "seq_cst"};
  const auto name = [&](Order order) { return kNames[static_cast<std::size_t>(order)]; };
  std::string result;
  if (s.order != Order::kSeqCst) result += std::string(" ") + name(s.order);
  if (s.failure_order != Order::kSeqCst) result += std::string(" else ") + name(s.failure_order);
  return result;
}

std::string pair_text(const char* name, const std::array<int, kObjects>& numbers) {
  return std::string(name) + " " + std::to_string(numbers[0]) + " " + std::to_string(numbers[1]);
}

}  // namespace

std::string text(const Statement& s) {
  const Spelling& spelling = kSpellings[static_cast<std::size_t>(s.word)];
  std::string result = s.call_mode == CallMode::kTimed ? "timed " : "";
  if (s.call_mode == CallMode::kWeak) result = "weak ";
  result += spelling.name;
  if (spelling.object != nullptr) result += " " + (spelling.object + std::to_string(s.object));
  const bool timed = s.call_mode == CallMode::kTimed;
  if (spelling.reg || timed) result += " r" + std::to_string(s.reg);
  if (spelling.v) result += " v " + std::to_string(s.v);
  if (spelling.w) result += " w " + std::to_string(s.w);
  return result + order_text(s);
}

std::string text(const Program& program) {
  std::string result = pair_text("participants", program.participants) +
                       pair_text(", expected", program.expected) +
                       pair_text(", permits", program.permits) + "\n";
  for (std::size_t t = 0; t < program.threads.size(); ++t) {
    result += "thread " + std::to_string(t) + "\n";
    for (const Statement& s : program.threads[t]) result += "  " + text(s) + "\n";
  }
  return result;
}

std::uint32_t started_by_statements(const Program& program) {
  std::uint32_t started = 0;
  for (const std::vector<Statement>& thread : program.threads) {
    for (const Statement& s : thread) {
      if (s.word == Word::kSpawn) started |= 1u << s.v;
    }
  }
  return started;
}

}  // namespace table
