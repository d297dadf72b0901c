// SPDX-License-Identifier: MIT
#include "visualize/render.hpp"

#include <gvc.h>

#include <memory>

namespace mcheck {
namespace {

// Graphviz reports by a callback without a context, and the command draws one picture at a time.
std::string complaints;  // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)

int note(char* text) {
  complaints += text;
  return 0;
}

const char* name_of(PictureFormat format) {
  switch (format) {
    case PictureFormat::kSvg: return "svg";
    case PictureFormat::kPng: return "png";
    case PictureFormat::kPdf: return "pdf";
    case PictureFormat::kDot: return "dot";
  }
  return "svg";
}

struct CloseGraph {
  void operator()(Agraph_t* graph) const { agclose(graph); }
};
struct FreeContext {
  void operator()(GVC_t* context) const { gvFreeContext(context); }
};

std::string first_complaint() {
  const std::string line = complaints.substr(0, complaints.find('\n'));
  return line.empty() ? "Graphviz could not draw it" : line;
}

}  // namespace

std::optional<PictureFormat> picture_format(const std::string& file) {
  for (const PictureFormat format :
       {PictureFormat::kSvg, PictureFormat::kPng, PictureFormat::kPdf, PictureFormat::kDot}) {
    if (file.ends_with(std::string(".") + name_of(format))) return format;
  }
  return std::nullopt;
}

std::variant<Picture, std::string> render(const std::string& dot, PictureFormat format) {
  if (format == PictureFormat::kDot) return Picture{dot};
  complaints.clear();
  agseterrf(note);
  const std::unique_ptr<GVC_t, FreeContext> context(gvContext());
  const std::unique_ptr<Agraph_t, CloseGraph> graph(agmemread(dot.c_str()));
  if (!context || !graph) return first_complaint();
  if (gvLayout(context.get(), graph.get(), "neato") != 0) return first_complaint();
  char* data = nullptr;
  unsigned bytes = 0;
  const int failed = gvRenderData(context.get(), graph.get(), name_of(format), &data, &bytes);
  Picture picture;
  if (failed == 0 && data != nullptr) picture.bytes.assign(data, bytes);
  if (data != nullptr) gvFreeRenderData(data);
  gvFreeLayout(context.get(), graph.get());
  if (picture.bytes.empty()) return first_complaint();
  return picture;
}

}  // namespace mcheck
