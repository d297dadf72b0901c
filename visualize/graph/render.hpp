// SPDX-License-Identifier: MIT
// Pictures as files. Mermaid and Chrome traces are complete as text; all other formats are rendered
// from text in Graphviz's language. Only render.cpp uses Graphviz.
#pragma once

#include <optional>
#include <string>
#include <variant>

namespace mcheck {

enum class PictureFormat { kSvg, kPng, kPdf, kDot, kMermaid, kChromeTrace };

inline constexpr const char* kKnownSuffixes = ".svg, .png, .pdf, .dot, .mmd or .json";

// By the file's suffix; none if the suffix is unknown.
[[nodiscard]] std::optional<PictureFormat> picture_format(const std::string& file);

struct Picture {
  std::string bytes;
};

// Renders a graph in Graphviz's language; otherwise returns Graphviz's diagnostic.
[[nodiscard]] std::variant<Picture, std::string> render(const std::string& dot,
                                                        PictureFormat format);

}  // namespace mcheck
