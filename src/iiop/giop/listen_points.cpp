#include "iiop/giop/listen_points.hpp"

#include <algorithm>

namespace dimma::iiop {

channel::Octets encode_listen_points(const std::vector<Address>& points) {
  cdr::Buffer buffer(64);
  cdr::Encoder out(buffer);
  out.put(std::endian::native == std::endian::little);
  out.put(static_cast<std::uint32_t>(points.size()));
  for (const auto& [host, port] : points) {
    out.put_string(host);
    out.put(port);
  }
  return {out.octets().begin(), out.octets().end()};
}

std::vector<Address> decode_listen_points(OctetView data) {
  constexpr std::size_t point_octets_min = 4 + 1 + 2;
  cdr::Decoder order(data, std::endian::big);
  cdr::Decoder in(data, order.get_boolean() ? std::endian::little : std::endian::big);
  in.skip(1);
  const auto count = in.get_length(point_octets_min);
  if (count > listen_points_max) in.malformed("too many listen points");
  std::vector<Address> points;
  for (std::uint32_t i = 0; i < count; ++i) {
    Address point;
    point.host = without_brackets(in.get_string_view());
    point.port = in.get<std::uint16_t>();
    const bool is_reachable = !point.host.empty() && point.port != 0;
    if (is_reachable && std::ranges::find(points, point) == points.end()) points.push_back(std::move(point));
  }
  return points;
}

}  // namespace dimma::iiop
