#include "orb/state/object_key.hpp"

#include <dimma/exception.hpp>
#include <dimma/minor.hpp>

namespace dimma::orb {

namespace {
constexpr std::string_view magic{"DIM\x01", 4};
constexpr std::size_t kind_at = 4;
constexpr std::size_t body_at = 5;
constexpr std::size_t stamp_octets = 8;
constexpr std::size_t adapter_octets = 4;
constexpr std::size_t path_length_octets = 2;
}  // namespace

void append_big_endian(std::string& text, std::uint64_t number, std::size_t octets) {
  for (std::size_t i = octets; i-- > 0;) text.push_back(static_cast<char>((number >> (8 * i)) & 0xffU));
}

std::uint64_t read_big_endian(std::string_view text) noexcept {
  std::uint64_t number = 0;
  for (const char octet : text) number = (number << 8U) | static_cast<unsigned char>(octet);
  return number;
}

ObjectKey parse_object_key(std::span<const std::byte> octets) noexcept {
  const std::string_view key = text_of(octets);
  if (key.size() < body_at || key.substr(0, magic.size()) != magic) return {};
  const std::string_view body = key.substr(body_at);
  ObjectKey parsed;
  if (key[kind_at] == 'T' && body.size() >= stamp_octets + adapter_octets) {
    parsed.kind = ObjectKey::Kind::transient;
    parsed.stamp = read_big_endian(body.substr(0, stamp_octets));
    parsed.adapter = static_cast<std::uint32_t>(read_big_endian(body.substr(stamp_octets, adapter_octets)));
    parsed.object_id = body.substr(stamp_octets + adapter_octets);
  } else if (key[kind_at] == 'P' && body.size() >= path_length_octets) {
    const std::size_t length = read_big_endian(body.substr(0, path_length_octets));
    if (length > body.size() - path_length_octets) return {};
    parsed.kind = ObjectKey::Kind::persistent;
    parsed.path = body.substr(path_length_octets, length);
    parsed.object_id = body.substr(path_length_octets + length);
  }
  return parsed;
}

std::string transient_key_prefix(std::uint64_t stamp, std::uint32_t adapter) {
  std::string key(magic);
  key.push_back('T');
  append_big_endian(key, stamp, stamp_octets);
  append_big_endian(key, adapter, adapter_octets);
  return key;
}

std::string persistent_key_prefix(std::string_view path) {
  if (path.size() > 0xffffU) {
    throw CORBA::IMP_LIMIT(minor::imp_limit_object_key, CORBA::COMPLETED_NO,
                           "the names of a POA and those above it exceed 65,535 octets");
  }
  std::string key(magic);
  key.push_back('P');
  append_big_endian(key, path.size(), path_length_octets);
  key.append(path);
  return key;
}

std::string path_step(std::string_view name) {
  std::string step;
  step.reserve(name.size() + 1);
  for (const char character : name) {
    if (character == '/' || character == '\\') step.push_back('\\');
    step.push_back(character);
  }
  step.push_back('/');
  return step;
}

std::vector<std::string> path_names(std::string_view path) {
  std::vector<std::string> names;
  std::string name;
  for (std::size_t i = 0; i < path.size(); ++i) {
    if (path[i] == '\\' && i + 1 < path.size()) {
      name.push_back(path[++i]);
    } else if (path[i] == '/') {
      names.push_back(std::move(name));
      name.clear();
    } else {
      name.push_back(path[i]);
    }
  }
  return names;
}

}  // namespace dimma::orb
