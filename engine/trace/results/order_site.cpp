// SPDX-License-Identifier: MIT
#include "engine/trace/results/order_site.hpp"

namespace mcheck {

Json to_json(const OrderSite& site) {
  Json json = Json::object();
  json.set("file", site.file).set("line", site.line).set("column", site.column);
  return json.set("operation", site.operation).set("object", site.object).set("order", site.order);
}

OrderSite order_site_from_json(const Json& json) {
  return {.file = json["file"].text(),
          .line = static_cast<int>(json["line"].integer()),
          .column = static_cast<int>(json["column"].integer()),
          .operation = json["operation"].text(),
          .object = json["object"].text(),
          .order = json["order"].text()};
}

}  // namespace mcheck
