// SPDX-License-Identifier: MIT
// An execution as a Mermaid sequence diagram. Declared in mermaid.hpp.
#include <algorithm>
#include <map>
#include <set>

#include "visualize/links.hpp"
#include "visualize/mermaid.hpp"
#include "visualize/mermaid_text.hpp"
#include "visualize/words.hpp"

namespace mcheck {
namespace {

constexpr std::size_t kMostMessages = 40;
constexpr std::size_t kLongestLabel = 60;
constexpr std::size_t kLongestMessage = 300;
constexpr const char* kRed = "rgba(213, 94, 0, 0.25)";  // vermillion, on any background
constexpr const char* kGrey = "rgba(120, 120, 120, 0.25)";

std::string label(const std::string& words) { return mermaid_text(words, kLongestLabel); }

class Sequence {
 public:
  Sequence(const FailureReport& failure, const std::string& title)
      : failure_(failure), threads_(threads_of(failure)), pair_(decisive_pair(failure)) {
    out_ = "sequenceDiagram\n";
    if (!title.empty()) out_ += "  title " + mermaid_text(title, kLongestMessage) + "\n";
    for (std::size_t i = 0; i < threads_.size(); ++i) {
      id_of_[threads_[i]] = "t" + std::to_string(i);
      out_ += "  participant t" + std::to_string(i) + " as " + label(threads_[i]) + "\n";
    }
    for (const StepLink& link : links_of(failure)) to_[link.to].push_back(link);
    for (const FoldedLine& line : folded_for_picture(failure, kMostMessages)) row(line);
    end();
  }

  [[nodiscard]] std::string take() { return std::move(out_); }

 private:
  void row(const FoldedLine& line) {
    const int first = static_cast<int>(line.step);
    const int after = first + static_cast<int>(std::max<std::size_t>(line.hidden, 1));
    if (line.hidden > 0) {
      note(line.one_thread ? id_of_.at(failure_.trace[line.step].thread) : everyone(),
           "… " + grouped(line.hidden) + " more steps");
    } else {
      step(first);
    }
    const int lost = failure_.turning ? failure_.turning->step : -1;
    if (lost < first || lost >= after) return;
    note(everyone(), failure_.turning->certain ? "from here on it fails, whatever comes"
                                               : "from here on it failed, as far as was tried");
  }

  void step(int number) {
    const TraceStep& step = failure_.trace[static_cast<std::size_t>(number)];
    for (const StepLink& link : to_[number]) arrow(link);
    shown_.insert(number);
    std::string words = std::to_string(number + 1) + " " + label(step_text(step));
    const std::string place = place_text(step.file, step.line);
    if (!place.empty()) words += "<br/>" + label(place);
    const bool decides = number == pair_.first || number == pair_.second;
    if (number == pair_.first) words = "① " + words;
    if (number == pair_.second) words = "② " + words;
    if (decides) out_ += std::string("  rect ") + kGrey + "\n";
    out_ += "  Note over " + id_of_.at(step.thread) + ": " + words + "\n";
    if (decides) out_ += "  end\n";
  }

  void arrow(const StepLink& link) {
    if (!shown_.contains(link.from)) return;
    const TraceStep& from = failure_.trace[static_cast<std::size_t>(link.from)];
    const TraceStep& to = failure_.trace[static_cast<std::size_t>(link.to)];
    const auto draw = [&](const char* line, const std::string& words) {
      out_ += "  " + id_of_.at(from.thread) + line + id_of_.at(to.thread) + ": " + words + "\n";
    };
    const std::string step = std::to_string(link.from + 1);
    switch (link.link) {
      case Link::kPreempts: draw("--x", "preempted"); break;
      case Link::kLetsGoOn: draw("->>", step + " happens before"); break;
      case Link::kSeen:
        out_ += std::string("  rect ") + kRed + "\n";
        draw("-->>", "last read by who failed, from " + step);
        out_ += "  end\n";
        break;
      case Link::kReads: draw("-->>", "reads from " + step); break;
      case Link::kDecides: draw("->>", "① and ② the other way round, and it passes"); break;
      case Link::kSwitches: break;
    }
  }

  void end() {
    out_ += std::string("  rect ") + kRed + "\n";
    bool told = false;
    if (is_stuck(failure_)) {
      for (const ThreadEnd& end : failure_.threads) {
        const auto id = id_of_.find(end.thread);
        if (end.state != "blocked" || id == id_of_.end()) continue;
        note(id->second, "✗ " + wait_text(end) + holders_text(end));
        told = true;
      }
    }
    const std::vector<FailureSide> sides = sides_of(failure_);
    for (auto side = sides.rbegin(); side != sides.rend(); ++side) {
      note(id_of_.at(side->thread), "✗ " + side->text + " " + place_text(side->file, side->line));
    }
    const auto owner = id_of_.find(failure_.thread);
    const bool one = !told && sides.empty() && owner != id_of_.end();
    note(one ? owner->second : everyone(), "✗ " + failure_line(failure_), kLongestMessage);
    out_ += "  end\n";
  }

  void note(const std::string& over, const std::string& words,
            std::size_t columns = kLongestLabel) {
    if (!over.empty()) out_ += "  Note over " + over + ": " + mermaid_text(words, columns) + "\n";
  }

  [[nodiscard]] std::string everyone() const {
    if (threads_.size() < 2) return threads_.empty() ? "" : "t0";
    return "t0,t" + std::to_string(threads_.size() - 1);
  }

  const FailureReport& failure_;
  std::vector<std::string> threads_;
  DecisivePair pair_;
  std::map<std::string, std::string> id_of_;
  std::map<int, std::vector<StepLink>> to_;
  std::set<int> shown_;
  std::string out_;
};

}  // namespace

std::string mermaid_execution(const FailureReport& failure, const std::string& title) {
  return Sequence(failure, title).take();
}

}  // namespace mcheck
