// SPDX-License-Identifier: MIT
#include "visualize/drawing.hpp"

#include "engine/base/utf8.hpp"
#include "engine/trace/failure_id.hpp"
#include "visualize/chrome_trace.hpp"
#include "visualize/graph.hpp"
#include "visualize/mermaid.hpp"
#include "visualize/search_picture.hpp"
#include "visualize/wait_graph.hpp"
#include "visualize/words.hpp"

namespace mcheck {
namespace {

using Drawing = std::variant<Picture, std::string>;

// REQUIRES: has_failure(result, style).
const FailureReport& failure_of(const Result& result, const DrawingStyle& style) {
  return result.failures[style.failure - 1];
}

bool has_failure(const Result& result, const DrawingStyle& style) {
  return style.failure >= 1 && style.failure <= result.failures.size();
}

bool has_twin(const FailureReport& failure) {
  return failure.turning && !failure.turning->passing.empty();
}

Drawn fitting(const Result& result, const DrawingStyle& style) {
  if (style.what) return *style.what;
  if (!has_failure(result, style)) return result.tree ? Drawn::kSearch : Drawn::kExecution;
  return Drawn::kExecution;
}

// The reason why this kind cannot be drawn; "" if it can.
std::string missing(const Result& result, const DrawingStyle& style, Drawn what) {
  if (what == Drawn::kSearch) {
    if (result.tree && !result.tree->nodes.empty()) return "";
    return "the result has no search tree: mcheck explore writes one with --tree";
  }
  if (result.failures.empty()) {
    return std::string("the result has no failures: its verdict is ") + name_of(result.verdict);
  }
  if (!has_failure(result, style)) {
    return "there is no failure " + std::to_string(style.failure) + ": the result has " +
           counted(result.failures.size(), "failure");
  }
  const FailureReport& failure = failure_of(result, style);
  const bool waits = !wait_graph_of(failure).nodes.empty();
  if (what == Drawn::kWaits) return waits ? "" : "nobody waits in this failure";
  if (failure.trace.empty() && !waits) return "the failure has no trace";
  if (what == Drawn::kTwins && !has_twin(failure)) {
    return "the failure has no passing execution beside it";
  }
  return "";
}

Drawing mermaid(const Result& result, const DrawingStyle& style, Drawn what) {
  switch (what) {
    case Drawn::kWaits: return Picture{mermaid_waits(failure_of(result, style))};
    case Drawn::kTwins: return Picture{mermaid_twins(failure_of(result, style))};
    case Drawn::kSearch: return Picture{mermaid_search(*result.tree)};
    case Drawn::kExecution: break;
  }
  return Picture{mermaid_execution(failure_of(result, style), picture_title(result, style))};
}

Drawing trace_of(const Result& result, const DrawingStyle& style, Drawn what) {
  if (what == Drawn::kSearch || what == Drawn::kWaits) {
    return std::string("a .json is of an execution, or of twins, not of ") +
           (what == Drawn::kSearch ? "a search" : "waits");
  }
  return Picture{chrome_trace(failure_of(result, style), {.title = picture_title(result, style),
                                                          .twins = what == Drawn::kTwins})};
}

}  // namespace

const char* name_of(Drawn what) {
  switch (what) {
    case Drawn::kExecution: return "execution";
    case Drawn::kWaits: return "waits";
    case Drawn::kSearch: return "search";
    case Drawn::kTwins: return "twins";
  }
  return "";
}

std::vector<Drawn> all_drawn() {
  return {Drawn::kExecution, Drawn::kWaits, Drawn::kSearch, Drawn::kTwins};
}

std::string picture_title(const Result& result, const DrawingStyle& style) {
  std::string where = one_line(result.program);
  if (result.test != result.program && !result.test.empty()) {
    where += ", test " + one_line(result.test);
  }
  if (!has_failure(result, style) || style.what == Drawn::kSearch) {
    return "search of " + where + " by " + one_line(result.strategy);
  }
  const FailureReport& failure = failure_of(result, style);
  return std::string(id_of(failure.kind)) + " " + failure_noun(failure.kind) + " in " + where;
}

Drawing draw(const Result& result, const DrawingStyle& style) {
  const Drawn what = fitting(result, style);
  const std::string trouble = missing(result, style, what);
  if (!trouble.empty()) return trouble;
  if (style.format == PictureFormat::kMermaid) return mermaid(result, style, what);
  if (style.format == PictureFormat::kChromeTrace) return trace_of(result, style, what);
  const GraphStyle graph_style{.title = picture_title(result, style), .full = style.full};
  const auto drawn = [&]() -> std::string {
    switch (what) {
      case Drawn::kWaits: return wait_graph(failure_of(result, style), graph_style.title);
      case Drawn::kTwins: return twins_graph(failure_of(result, style), graph_style);
      case Drawn::kSearch: return search_picture(*result.tree, graph_style.title);
      case Drawn::kExecution: break;
    }
    return graph(failure_of(result, style), graph_style);
  };
  return render(drawn(), style.format);
}

}  // namespace mcheck
