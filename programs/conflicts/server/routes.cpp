// SPDX-License-Identifier: MIT
#include "routes.hpp"

#include <mutex>

#include "text.hpp"

namespace server {
namespace {

Parameters parse_query(const std::string& text) {
  Parameters parameters;
  if (text.empty()) return parameters;
  for (const std::string& part : split(text, '&')) {
    const std::size_t equals = part.find('=');
    const std::string key = percent_decoded(part.substr(0, equals));
    parameters[key] = equals == std::string::npos ? "" : percent_decoded(part.substr(equals + 1));
  }
  return parameters;
}

}  // namespace

std::optional<Request> parse_request(const std::string& text) {
  const std::size_t end = text.find("\r\n\r\n");
  if (end == std::string::npos) return std::nullopt;
  std::vector<std::string> lines = split(replaced(text.substr(0, end), "\r\n", "\n"), '\n');
  const std::vector<std::string> first = split(lines.front(), ' ');
  if (first.size() != 3 || !starts_with(first[2], "HTTP/")) return std::nullopt;
  Request request;
  request.method = first[0];
  const std::size_t mark = first[1].find('?');
  request.path = percent_decoded(first[1].substr(0, mark));
  if (mark != std::string::npos) request.query = parse_query(first[1].substr(mark + 1));
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const std::size_t colon = lines[i].find(':');
    if (colon == std::string::npos) return std::nullopt;
    request.headers[lowered(lines[i].substr(0, colon))] = trimmed(lines[i].substr(colon + 1));
  }
  request.body = text.substr(end + 4);
  return request;
}

Routes::Node* Routes::find(const std::string& pattern, bool make) {
  Node* node = &root_;
  for (const std::string& part : split(pattern, '/')) {
    if (part.empty()) continue;
    const bool any = part.front() == ':';
    std::unique_ptr<Node>& next = any ? node->any : node->children[part];
    if (next == nullptr) {
      if (!make) return nullptr;
      next = std::make_unique<Node>();
      if (any) next->parameter = part.substr(1);
    }
    node = next.get();
  }
  return node;
}

bool Routes::add(const std::string& pattern, Handler handler) {
  const std::unique_lock lock(mutex_);
  Node* const node = find(pattern, true);
  if (node->handler) return false;
  node->handler = std::move(handler);
  return true;
}

bool Routes::remove(const std::string& pattern) {
  const std::unique_lock lock(mutex_);
  Node* const node = find(pattern, false);
  if (node == nullptr || !node->handler) return false;
  node->handler = nullptr;
  return true;
}

std::optional<std::string> Routes::answer(const std::string& path) const {
  Handler handler;
  Parameters parameters;
  {
    const std::shared_lock lock(mutex_);
    const Node* node = &root_;
    for (const std::string& part : split(path, '/')) {
      if (part.empty()) continue;
      const auto child = node->children.find(part);
      if (child != node->children.end() && child->second != nullptr) {
        node = child->second.get();
      } else if (node->any != nullptr) {
        node = node->any.get();
        parameters[node->parameter] = part;
      } else {
        return std::nullopt;
      }
    }
    handler = node->handler;
  }
  if (!handler) return std::nullopt;
  return handler(parameters);
}

void Routes::list(const Node& node, const std::string& path, std::vector<std::string>& patterns) {
  if (node.handler) patterns.push_back(path.empty() ? "/" : path);
  for (const auto& [part, child] : node.children) {
    if (child != nullptr) list(*child, path + "/" + part, patterns);
  }
  if (node.any != nullptr) list(*node.any, path + "/:" + node.any->parameter, patterns);
}

std::vector<std::string> Routes::patterns() const {
  const std::shared_lock lock(mutex_);
  std::vector<std::string> patterns;
  list(root_, "", patterns);
  return patterns;
}

}  // namespace server
