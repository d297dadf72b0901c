// SPDX-License-Identifier: MIT
#include "routes.hpp"

#include <atomic>

#include "testing.hpp"

using namespace server;

SERVER_TEST(routes_parse_requests) {
  const auto request =
      parse_request("GET /a%20b?c=d&e HTTP/1.1\r\nHost: here\r\nX-Y:  z \r\n\r\nbody");
  expect(request.has_value(), "it is a request");
  expect(request->path == "/a b" && request->query.at("c") == "d", "path and query");
  expect(request->query.at("e").empty(), "a key alone");
  expect(request->headers.at("host") == "here" && request->headers.at("x-y") == "z", "headers");
  expect(request->body == "body", "the rest");
  expect(!parse_request("GET /\r\n\r\n") && !parse_request("nonsense"), "what is none");
}

SERVER_TEST(routes_answer) {
  Routes routes;
  expect(routes.add("/users/:name", [](const Parameters& given) { return given.at("name"); }),
         "new");
  expect(!routes.add("/users/:name", [](const Parameters&) { return ""; }), "not new");
  routes.add("/users/all", [](const Parameters&) { return "everybody"; });
  expect(routes.answer("/users/ann") == "ann", "by name");
  expect(routes.answer("/users/all") == "everybody", "by what is written");
  expect(!routes.answer("/nowhere"), "nobody");
  expect(routes.patterns().size() == 2, "both are told");
}

SERVER_TEST(routes_change_while_they_answer) {
  Routes routes;
  routes.add("/a", [](const Parameters&) { return "a"; });
  std::atomic<int> answered{0};
  together({[&] { routes.add("/b", [](const Parameters&) { return "b"; }); },
            [&] {
              if (routes.answer("/a")) ++answered;
            },
            [&] {
              if (routes.answer("/b")) ++answered;
            }});
  expect(answered >= 1, "the one that was there");
}

SERVER_TEST(routes_go_while_they_answer) {
  Routes routes;
  routes.add("/a", [](const Parameters&) { return "a"; });
  together({[&] { routes.remove("/a"); }, [&] { (void)routes.answer("/a"); },
            [&] { (void)routes.patterns(); }});
  expect(!routes.answer("/a"), "gone");
}
