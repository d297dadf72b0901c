// SPDX-License-Identifier: MIT
#include "visualize/page/drawing.hpp"

#include "engine/base/utf8.hpp"
#include "engine/trace/failures/failure_id.hpp"
#include "visualize/exchange/chrome_trace.hpp"
#include "visualize/graph/execution_graph.hpp"
#include "visualize/graph/mermaid.hpp"
#include "visualize/graph/search_graph.hpp"
#include "visualize/graph/wait_graph.hpp"
#include "visualize/model/wording.hpp"

namespace mcheck {
namespace {

using PictureOrReason = std::variant<Picture, std::string>;

// REQUIRES: has_failure(result, style).
const FailureReport& failure_of(const Result& result, const DrawingStyle& style) {
  return result.failures[style.failure - 1];
}

bool has_failure(const Result& result, const DrawingStyle& style) {
  return style.failure >= 1 && style.failure <= result.failures.size();
}

bool has_twin(const FailureReport& failure) {
  return failure.decisive_step && !failure.decisive_step->passing.empty();
}

PictureKind default_kind(const Result& result, const DrawingStyle& style) {
  if (style.what) return *style.what;
  if (!has_failure(result, style))
    return result.tree ? PictureKind::kSearch : PictureKind::kExecution;
  return PictureKind::kExecution;
}

// The reason why this kind cannot be drawn; "" if it can.
std::string reason_not_drawable(const Result& result, const DrawingStyle& style, PictureKind what) {
  if (what == PictureKind::kSearch) {
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
  if (what == PictureKind::kWaits) return waits ? "" : "no thread waits in this failure";
  if (failure.trace.empty() && !waits) return "the failure has no trace";
  if (what == PictureKind::kTwins && !has_twin(failure)) {
    return "no passing execution is known for this failure";
  }
  return "";
}

PictureOrReason mermaid_picture(const Result& result, const DrawingStyle& style, PictureKind what) {
  switch (what) {
    case PictureKind::kWaits: return Picture{mermaid_waits(failure_of(result, style))};
    case PictureKind::kTwins: return Picture{mermaid_twins(failure_of(result, style))};
    case PictureKind::kSearch: return Picture{mermaid_search(*result.tree)};
    case PictureKind::kExecution: break;
  }
  return Picture{mermaid_execution(failure_of(result, style), picture_title(result, style))};
}

PictureOrReason chrome_trace_picture(const Result& result, const DrawingStyle& style,
                                     PictureKind what) {
  if (what == PictureKind::kSearch || what == PictureKind::kWaits) {
    return std::string("a .json is of an execution, or of twins, not of ") +
           (what == PictureKind::kSearch ? "a search" : "waits");
  }
  return Picture{chrome_trace(failure_of(result, style), {.title = picture_title(result, style),
                                                          .twins = what == PictureKind::kTwins})};
}

}  // namespace

const char* name_of(PictureKind what) {
  switch (what) {
    case PictureKind::kExecution: return "execution";
    case PictureKind::kWaits: return "waits";
    case PictureKind::kSearch: return "search";
    case PictureKind::kTwins: return "twins";
  }
  return "";
}

std::vector<PictureKind> all_picture_kinds() {
  return {PictureKind::kExecution, PictureKind::kWaits, PictureKind::kSearch, PictureKind::kTwins};
}

std::string picture_title(const Result& result, const DrawingStyle& style) {
  std::string where = one_line(result.program);
  if (result.test != result.program && !result.test.empty()) {
    where += ", test " + one_line(result.test);
  }
  if (!has_failure(result, style) || style.what == PictureKind::kSearch) {
    return "search of " + where + " by " + one_line(result.strategy);
  }
  const FailureReport& failure = failure_of(result, style);
  return std::string(id_of(failure.kind)) + " " + failure_noun(failure.kind) + " in " + where;
}

PictureOrReason draw(const Result& result, const DrawingStyle& style) {
  const PictureKind what = default_kind(result, style);
  std::string reason = reason_not_drawable(result, style, what);
  if (!reason.empty()) return reason;
  if (style.format == PictureFormat::kMermaid) return mermaid_picture(result, style, what);
  if (style.format == PictureFormat::kChromeTrace) return chrome_trace_picture(result, style, what);
  const GraphStyle graph_style{.title = picture_title(result, style), .full = style.full};
  const auto dot_source = [&]() -> std::string {
    switch (what) {
      case PictureKind::kWaits: return wait_graph(failure_of(result, style), graph_style.title);
      case PictureKind::kTwins: return twins_graph(failure_of(result, style), graph_style);
      case PictureKind::kSearch: return search_graph(*result.tree, graph_style.title);
      case PictureKind::kExecution: break;
    }
    return execution_graph(failure_of(result, style), graph_style);
  };
  return render(dot_source(), style.format);
}

}  // namespace mcheck
