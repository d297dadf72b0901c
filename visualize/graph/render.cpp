// SPDX-License-Identifier: MIT
#include "visualize/graph/render.hpp"

#include <gvc.h>

#include <memory>

// Libraries of Graphviz keep what they load until the process ends, partly in threads of their own.
// The leak checker calls these functions if there are any; otherwise nothing does.
extern "C" const char* __lsan_default_suppressions() {
  return "leak:libfontconfig\nleak:libgvc\nleak:libgvplugin\nleak:libpango\nleak:libcairo\n"
         "leak:libglib\n";
}
extern "C" const char* __lsan_default_options() { return "print_suppressions=0"; }

namespace mcheck {
namespace {

// Graphviz reports through a callback without a context, and the command draws one picture at a
// time.
std::string diagnostics;  // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)

int add_diagnostic(char* text) {
  diagnostics += text;
  return 0;
}

const char* name_of(PictureFormat format) {
  switch (format) {
    case PictureFormat::kSvg: return "svg";
    case PictureFormat::kPng: return "png";
    case PictureFormat::kPdf: return "pdf";
    case PictureFormat::kDot: return "dot";
    case PictureFormat::kMermaid: return "mmd";
    case PictureFormat::kChromeTrace: return "json";
  }
  return "svg";
}

struct CloseGraph {
  void operator()(Agraph_t* graph) const { agclose(graph); }
};

// One context for all pictures, never freed: Graphviz 2.42 keeps fonts in a static table that
// points into the context that first used them.
GVC_t* graphviz_context() {
  static GVC_t* const context = gvContext();
  return context;
}

// The layout that the text names, so that Graphviz's own tools draw the same picture.
const char* layout_of(const std::string& dot) {
  return dot.find("layout=\"dot\"") < dot.find('\n', dot.find('\n') + 1) ? "dot" : "neato";
}

std::string first_diagnostic() {
  const std::string line = diagnostics.substr(0, diagnostics.find('\n'));
  return line.empty() ? "Graphviz could not draw it" : line;
}

}  // namespace

std::optional<PictureFormat> picture_format(const std::string& file) {
  for (const PictureFormat format :
       {PictureFormat::kSvg, PictureFormat::kPng, PictureFormat::kPdf, PictureFormat::kDot,
        PictureFormat::kMermaid, PictureFormat::kChromeTrace}) {
    if (file.ends_with(std::string(".") + name_of(format))) return format;
  }
  return std::nullopt;
}

std::variant<Picture, std::string> render(const std::string& dot, PictureFormat format) {
  if (format == PictureFormat::kDot) return Picture{dot};
  diagnostics.clear();
  agseterrf(add_diagnostic);
  GVC_t* const context = graphviz_context();
  const std::unique_ptr<Agraph_t, CloseGraph> graph(agmemread(dot.c_str()));
  if (context == nullptr || !graph) return first_diagnostic();
  if (gvLayout(context, graph.get(), layout_of(dot)) != 0) return first_diagnostic();
  char* data = nullptr;
  unsigned bytes = 0;
  const int failed = gvRenderData(context, graph.get(), name_of(format), &data, &bytes);
  Picture picture;
  if (failed == 0 && data != nullptr) picture.bytes.assign(data, bytes);
  if (data != nullptr) gvFreeRenderData(data);
  gvFreeLayout(context, graph.get());
  if (picture.bytes.empty()) return first_diagnostic();
  return picture;
}

}  // namespace mcheck
