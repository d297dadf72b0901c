// SPDX-License-Identifier: MIT
#include "visualize/waits.hpp"

#include <algorithm>
#include <set>

#include "engine/base/utf8.hpp"
#include "visualize/column_layout.hpp"
#include "visualize/words.hpp"

namespace mcheck {
namespace {

using Threads = std::vector<ThreadEnd>;

struct Line {
  std::string name;
  std::string text;
  std::string place;
};

const ThreadEnd* blocked(const Threads& threads, const std::string& name) {
  for (const ThreadEnd& end : threads) {
    if (end.thread == name && end.state == "blocked") return &end;
  }
  return nullptr;
}

// Depth first along "is held by". `without_cycle` are the threads from which no cycle was found.
bool find_circle(const Threads& threads, const ThreadEnd& from, std::vector<std::string>& path,
                 std::set<std::string>& dead) {
  const auto seen = std::find(path.begin(), path.end(), from.thread);
  if (seen != path.end()) {
    path.erase(path.begin(), seen);
    return true;
  }
  if (dead.contains(from.thread)) return false;
  path.push_back(from.thread);
  for (const std::string& holder : from.holders) {
    const ThreadEnd* next = blocked(threads, holder);
    if (next != nullptr && find_circle(threads, *next, path, dead)) return true;
  }
  path.pop_back();
  dead.insert(from.thread);
  return false;
}

std::string conclusion(const Threads& threads) {
  const std::vector<std::string> circle = wait_circle(threads);
  if (circle.empty()) return "  nobody is left who could let them go on\n";
  std::string line = "  a circle: ";
  for (const std::string& name : circle) line += one_line(name) + " → ";
  return line + one_line(circle.front()) + "\n";
}

}  // namespace

std::vector<std::string> wait_circle(const Threads& threads) {
  std::vector<std::string> path;
  std::set<std::string> dead;
  for (const ThreadEnd& end : threads) {
    if (end.state == "blocked" && find_circle(threads, end, path, dead)) return path;
  }
  return {};
}

std::string waits(const Threads& threads) {
  std::vector<Line> lines;
  std::size_t names = 0;
  std::size_t texts = 0;
  std::size_t places = 0;
  for (const ThreadEnd& end : threads) {
    if (end.state != "blocked") continue;
    lines.push_back({shortened(one_line(end.thread), 20), wait_text(end) + holders_text(end),
                     shortened(place_text(end.file, end.line), 30)});
    names = std::max(names, columns_of(lines.back().name));
    texts = std::max(texts, columns_of(lines.back().text));
    places = std::max(places, columns_of(lines.back().place));
  }
  if (lines.empty()) return "";
  texts = std::min(texts, page_columns() - 6 - names - places);
  std::string out = "who waits for whom\n";
  for (const auto& [name, text, place] : lines) {
    out += "  " + padded(name, names) + "  ";
    out += place.empty() ? shortened(text, texts) : padded(shortened(text, texts), texts + 2);
    out += place + "\n";
  }
  return out + conclusion(threads);
}

}  // namespace mcheck
