// SPDX-License-Identifier: MIT
#include "visualize/text/failure_section.hpp"

#include <algorithm>

#include "engine/base/utf8.hpp"
#include "visualize/model/column_layout.hpp"
#include "visualize/model/wait_table.hpp"
#include "visualize/model/wording.hpp"
#include "visualize/text/decisive_pair_text.hpp"

namespace mcheck {
namespace {

// The program's output: only the end if it is long.
std::string output_part(const FailureReport& failure, ColumnsStyle style) {
  constexpr std::size_t kMaxOutputLines = 20;
  std::vector<std::string> lines;
  for (std::size_t begin = 0; begin < failure.output.size();) {
    const std::size_t end = std::min(failure.output.find('\n', begin), failure.output.size());
    lines.push_back("  │ " + one_line(failure.output.substr(begin, end - begin)) + "\n");
    begin = end + 1;
  }
  if (lines.empty()) return "";
  const bool is_cut = !style.full && lines.size() > kMaxOutputLines;
  const std::size_t first = is_cut ? lines.size() - kMaxOutputLines : 0;
  std::string out = "\noutput:\n";
  if (is_cut) out += "  … " + counted(first, "line") + " before (--full)\n";
  for (std::size_t i = first; i < lines.size(); ++i) out += lines[i];
  return out;
}

std::string stack_part(const ReportedStack& stack) {
  std::vector<std::string> places;
  std::size_t widest = 0;
  for (const StackFrame& frame : stack.frames) {
    places.push_back(place_text(frame.file, frame.line));
    widest = std::max(widest, columns_of(places.back()));
  }
  std::string out = paragraphs(
      plain_name(stack.title) + (places.empty() ? ", in no code of the program" : ""), 2);
  for (std::size_t i = 0; i < places.size(); ++i) {
    const std::string line = "    " + padded(places[i], widest) + "  in ";
    const std::size_t room = page_columns() - std::min(page_columns() - 20, columns_of(line));
    out += line + shortened(plain_name(stack.frames[i].function), room) + "\n";
  }
  return out;
}

// Of a race: the stacks of both sides; and which ordering is missing.
std::string stacks_part(const FailureReport& failure) {
  std::string out;
  for (const ReportedStack& stack : failure.stacks) out += stack_part(stack);
  if (!failure.missing.empty()) out += paragraphs("missing: " + failure.missing, 2);
  if (!failure.missing_order.empty())
    out += paragraphs("missing order: " + failure.missing_order, 2);
  return out.empty() ? "" : "\n" + out;
}

// The program itself wrote the message.
bool is_program_message(FailureKind kind) {
  return kind == FailureKind::kAssertion || kind == FailureKind::kException ||
         kind == FailureKind::kRequest;
}

// The cycle of waits, unless the message contains it.
std::string cycle_part(const FailureReport& failure) {
  if (!is_stuck(failure) || failure.message.find("a cycle: ") != std::string::npos) return "";
  const std::vector<std::string> cycle = wait_cycle(failure.threads);
  if (cycle.empty()) return "";
  std::string text = "a cycle: ";
  for (const std::string& name : cycle) text += name + " → ";
  return paragraphs(text + cycle.front(), 2);
}

// The end of the current clause, if the next one deserves its own line: another waiting thread, or
// the history of a block.
std::size_t clause_end(const FailureReport& failure, std::size_t from) {
  const std::string& text = failure.message;
  for (std::size_t at = text.find("; ", from); at != std::string::npos;
       at = text.find("; ", at + 2)) {
    const std::string_view next = std::string_view(text).substr(at + 2);
    if (is_stuck(failure) || next.starts_with("allocated at") || next.starts_with("freed at")) {
      return at;
    }
  }
  return text.size();
}

std::string message_part(const FailureReport& failure) {
  // A check states what should hold, so the text must say that it failed.
  if (failure.kind == FailureKind::kCheck) return paragraphs("check failed: " + failure.message, 2);
  if (is_program_message(failure.kind)) return paragraphs(failure.message, 2);
  std::string text;
  for (std::size_t begin = 0; begin < failure.message.size();) {
    const std::size_t end = clause_end(failure, begin);
    text += paragraphs(plain_name(failure.message.substr(begin, end - begin)), 2);
    begin = end + 2;
  }
  return text + cycle_part(failure);
}

// "occurred 1,024 times; shown is the simplest schedule found: fewest preemptions"
std::string occurrences_part(const FailureReport& failure) {
  std::string text;
  if (failure.occurrences > 1) text = "occurred " + counted(failure.occurrences, "time");
  if (!failure.minimised.empty()) {
    text += (text.empty() ? "" : "; ") +
            ("shown is the simplest schedule found: " + one_line(failure.minimised));
  }
  return text.empty() ? "" : paragraphs(text, 0);
}

}  // namespace

std::string failure_section(const FailureReport& failure, ColumnsStyle style) {
  std::string out = message_part(failure) + stacks_part(failure);
  const std::string trace = columns(failure, style);
  if (trace.empty()) {
    out += "\n  its trace is not available\n";
    if (is_stuck(failure)) out += "\n" + wait_table(failure.threads);
  } else {
    out += "\n" + trace;
  }
  return out + decisive_pair_text(failure) + occurrences_part(failure) +
         output_part(failure, style);
}

}  // namespace mcheck
