// SPDX-License-Identifier: MIT
// An execution as a Mermaid sequence diagram. Declared in mermaid.hpp.
#include <algorithm>
#include <map>
#include <set>

#include "visualize/graph/mermaid.hpp"
#include "visualize/graph/mermaid_text.hpp"
#include "visualize/model/trace_links.hpp"
#include "visualize/model/wording.hpp"

namespace mcheck {
namespace {

constexpr std::size_t kMaxSequenceRows = 40;
constexpr std::size_t kMaxLabel = 60;
constexpr std::size_t kMaxMessage = 300;
constexpr const char* kRed = "rgba(213, 94, 0, 0.25)";  // vermillion, on any background
constexpr const char* kGrey = "rgba(120, 120, 120, 0.25)";

std::string label(const std::string& words) { return mermaid_text(words, kMaxLabel); }

class SequenceDiagram {
 public:
  SequenceDiagram(const FailureReport& failure, const std::string& title)
      : failure_(failure), threads_(threads_of(failure)), pair_(decisive_pair(failure)) {
    out_ = "sequenceDiagram\n";
    if (!title.empty()) out_ += "  title " + mermaid_text(title, kMaxMessage) + "\n";
    for (std::size_t i = 0; i < threads_.size(); ++i) {
      ids_[threads_[i]] = "t" + std::to_string(i);
      out_ += "  participant t" + std::to_string(i) + " as " + label(threads_[i]) + "\n";
    }
    for (const StepLink& link : links_of(failure)) links_to_[link.to].push_back(link);
    for (const FoldedLine& line : folded_for_picture(failure, kMaxSequenceRows)) add_row(line);
    end();
  }

  [[nodiscard]] std::string take() { return std::move(out_); }

 private:
  void add_row(const FoldedLine& line) {
    const int first = static_cast<int>(line.step);
    const int after = first + static_cast<int>(std::max<std::size_t>(line.hidden, 1));
    if (line.hidden > 0) {
      add_note(line.one_thread ? ids_.at(failure_.trace[line.step].thread) : all_threads(),
               "… " + grouped(line.hidden) + " more steps");
    } else {
      step(first);
    }
    const int inevitable_from = failure_.decisive_step ? failure_.decisive_step->step : -1;
    if (inevitable_from < first || inevitable_from >= after) return;
    add_note(all_threads(), failure_.decisive_step->certain
                                ? "from here on every continuation fails"
                                : "from here on every continuation that was tried fails");
  }

  void step(int number) {
    const TraceStep& step = failure_.trace[static_cast<std::size_t>(number)];
    for (const StepLink& link : links_to_[number]) add_arrow(link);
    shown_.insert(number);
    std::string words = std::to_string(number + 1) + " " + label(step_text(step));
    const std::string place = place_text(step.file, step.line);
    if (!place.empty()) words += "<br/>" + label(place);
    const bool decides = number == pair_.first || number == pair_.second;
    if (number == pair_.first) words = "① " + words;
    if (number == pair_.second) words = "② " + words;
    if (decides) out_ += std::string("  rect ") + kGrey + "\n";
    out_ += "  Note over " + ids_.at(step.thread) + ": " + words + "\n";
    if (decides) out_ += "  end\n";
  }

  void add_arrow(const StepLink& link) {
    if (!shown_.contains(link.from)) return;
    const TraceStep& from = failure_.trace[static_cast<std::size_t>(link.from)];
    const TraceStep& to = failure_.trace[static_cast<std::size_t>(link.to)];
    const auto draw = [&](const char* line, const std::string& words) {
      out_ += "  " + ids_.at(from.thread) + line + ids_.at(to.thread) + ": " + words + "\n";
    };
    const std::string step = std::to_string(link.from + 1);
    switch (link.link) {
      case LinkKind::kStale: draw("--)", "stale: older than " + step); break;
      case LinkKind::kPreempts: draw("--x", "preempted"); break;
      case LinkKind::kEnables: draw("->>", step + " happens before"); break;
      case LinkKind::kLastRead:
        out_ += std::string("  rect ") + kRed + "\n";
        draw("-->>", "last read of the failing thread, from " + step);
        out_ += "  end\n";
        break;
      case LinkKind::kReads: draw("-->>", "reads from " + step); break;
      case LinkKind::kDecides: draw("->>", "① and ② in reverse order, and it passes"); break;
      case LinkKind::kSwitches: break;
    }
  }

  void end() {
    out_ += std::string("  rect ") + kRed + "\n";
    bool waits_shown = false;
    if (is_stuck(failure_)) {
      for (const ThreadEnd& end : failure_.threads) {
        const auto id = ids_.find(end.thread);
        if (end.state != "blocked" || id == ids_.end()) continue;
        add_note(id->second, "✗ " + wait_text(end) + holders_text(end));
        waits_shown = true;
      }
    }
    const std::vector<FailureSide> sides = sides_of(failure_);
    for (auto side = sides.rbegin(); side != sides.rend(); ++side) {
      add_note(ids_.at(side->thread), "✗ " + side->text + " " + place_text(side->file, side->line));
    }
    const auto owner = ids_.find(failure_.thread);
    const bool one = !waits_shown && sides.empty() && owner != ids_.end();
    add_note(one ? owner->second : all_threads(), "✗ " + failure_line(failure_), kMaxMessage);
    out_ += "  end\n";
  }

  void add_note(const std::string& over, const std::string& words,
                std::size_t columns = kMaxLabel) {
    if (!over.empty()) out_ += "  Note over " + over + ": " + mermaid_text(words, columns) + "\n";
  }

  [[nodiscard]] std::string all_threads() const {
    if (threads_.size() < 2) return threads_.empty() ? "" : "t0";
    return "t0,t" + std::to_string(threads_.size() - 1);
  }

  const FailureReport& failure_;
  std::vector<std::string> threads_;
  DecisiveSteps pair_;
  std::map<std::string, std::string> ids_;
  std::map<int, std::vector<StepLink>> links_to_;
  std::set<int> shown_;
  std::string out_;
};

}  // namespace

std::string mermaid_execution(const FailureReport& failure, const std::string& title) {
  return SequenceDiagram(failure, title).take();
}

}  // namespace mcheck
