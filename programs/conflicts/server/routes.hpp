// SPDX-License-Identifier: MIT
// Maps paths to handlers: "/users/:name" matches any name.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <shared_mutex>
#include <string>
#include <vector>

namespace server {

using Parameters = std::map<std::string, std::string>;
using Handler = std::function<std::string(const Parameters&)>;

struct Request {
  std::string method;
  std::string path;
  Parameters query;
  std::map<std::string, std::string> headers;
  std::string body;
};

// "GET /a?b=c HTTP/1.1", headers, an empty line, the body.
std::optional<Request> parse_request(const std::string& text);

class Routes {
 public:
  // False: the pattern exists already.
  bool add(const std::string& pattern, Handler handler);
  bool remove(const std::string& pattern);
  [[nodiscard]] std::optional<std::string> answer(const std::string& path) const;
  [[nodiscard]] std::vector<std::string> patterns() const;

 private:
  struct Node {
    std::map<std::string, std::unique_ptr<Node>> children;
    std::unique_ptr<Node> any;
    std::string parameter;
    Handler handler;
  };

  [[nodiscard]] Node* find(const std::string& pattern, bool make);
  static void list(const Node& node, const std::string& path, std::vector<std::string>& patterns);

  mutable std::shared_mutex mutex_;
  Node root_;
};

}  // namespace server
