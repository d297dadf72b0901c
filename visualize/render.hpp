// SPDX-License-Identifier: MIT
// Pictures as files. Mermaid and Chrome traces are texts of their own; the others are drawn from
// one in Graphviz's language. The only file of mcheck that knows Graphviz is render.cpp.
#pragma once

#include <optional>
#include <string>
#include <variant>

namespace mcheck {

enum class PictureFormat { kSvg, kPng, kPdf, kDot, kMermaid, kChromeTrace };

inline constexpr const char* kKnownSuffixes = ".svg, .png, .pdf, .dot, .mmd or .json";

// By the file's suffix; none if it is not one of those.
[[nodiscard]] std::optional<PictureFormat> picture_format(const std::string& file);

struct Picture {
  std::string bytes;
};

// The picture of a graph in Graphviz's language, or why it could not be drawn.
[[nodiscard]] std::variant<Picture, std::string> render(const std::string& dot,
                                                        PictureFormat format);

}  // namespace mcheck
