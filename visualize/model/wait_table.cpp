// SPDX-License-Identifier: MIT
#include "visualize/model/wait_table.hpp"

#include <algorithm>
#include <set>

#include "engine/base/utf8.hpp"
#include "visualize/model/column_layout.hpp"
#include "visualize/model/wording.hpp"

namespace mcheck {
namespace {

using Threads = std::vector<ThreadEnd>;

struct WaitRow {
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
bool find_cycle(const Threads& threads, const ThreadEnd& from, std::vector<std::string>& path,
                std::set<std::string>& without_cycle) {
  const auto seen = std::find(path.begin(), path.end(), from.thread);
  if (seen != path.end()) {
    path.erase(path.begin(), seen);
    return true;
  }
  if (without_cycle.contains(from.thread)) return false;
  path.push_back(from.thread);
  for (const std::string& holder : from.holders) {
    const ThreadEnd* next = blocked(threads, holder);
    if (next != nullptr && find_cycle(threads, *next, path, without_cycle)) return true;
  }
  path.pop_back();
  without_cycle.insert(from.thread);
  return false;
}

std::string conclusion(const Threads& threads) {
  const std::vector<std::string> cycle = wait_cycle(threads);
  if (cycle.empty()) return "  no thread is left that could wake them\n";
  std::string line = "  a cycle: ";
  for (const std::string& name : cycle) line += one_line(name) + " → ";
  return line + one_line(cycle.front()) + "\n";
}

}  // namespace

std::vector<std::string> wait_cycle(const Threads& threads) {
  std::vector<std::string> path;
  std::set<std::string> without_cycle;
  for (const ThreadEnd& end : threads) {
    if (end.state == "blocked" && find_cycle(threads, end, path, without_cycle)) return path;
  }
  return {};
}

std::string wait_table(const Threads& threads) {
  std::vector<WaitRow> lines;
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
  std::string out = "waiting threads\n";
  for (const auto& [name, text, place] : lines) {
    out += "  " + padded(name, names) + "  ";
    out += place.empty() ? shortened(text, texts) : padded(shortened(text, texts), texts + 2);
    out += place + "\n";
  }
  return out + conclusion(threads);
}

}  // namespace mcheck
