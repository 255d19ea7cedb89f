// Describes object keys. They are opaque to clients, but the formats of several ORBs are known.
#include "services/tools/common/words.hpp"
#include "services/tools/ior/parts.hpp"

#include <algorithm>
#include <vector>

namespace dimma::tools::ior {

namespace {

std::uint64_t big_endian(OctetsView octets) {
  std::uint64_t number = 0;
  for (const std::byte octet : octets) number = (number << 8U) | std::to_integer<std::uint64_t>(octet);
  return number;
}

std::string id_text(OctetsView id) {
  const bool is_text = std::all_of(id.begin(), id.end(), [](std::byte octet) {
    const auto code = std::to_integer<unsigned>(octet);
    return code >= 32 && code < 127;
  });
  if (!id.empty() && is_text) return "\"" + ascii(id) + "\"";
  if (id.size() <= 8 && !id.empty()) return std::to_string(big_endian(id)) + " (" + octets_text(id) + ")";
  return octets_text(id);
}

bool begins_with(OctetsView octets, std::initializer_list<unsigned> beginning) {
  return octets.size() >= beginning.size() &&
         std::equal(beginning.begin(), beginning.end(), octets.begin(),
                    [](unsigned expected, std::byte octet) { return std::to_integer<unsigned>(octet) == expected; });
}

void set(Described& into, const std::string& words, const char* orb, bool is_persistent, const std::string& adapter,
         OctetsView id) {
  into.add(words);
  into.json["orb"] = orb;
  into.json["is_persistent"] = is_persistent;
  if (!adapter.empty()) into.json["adapter"] = adapter;
  into.json["object_id"] = hexadecimal(id);
}

// The format is in docs/reference/object-keys.md.
bool describe_dimma(OctetsView key, Described& into) {
  if (!begins_with(key, {'D', 'I', 'M', 1}) || key.size() < 5) return false;
  if (key[4] == std::byte{'T'} && key.size() >= 17) {
    const OctetsView id = key.subspan(17);
    const std::string adapter = std::to_string(big_endian(key.subspan(13, 4)));
    set(into,
        "dimma, transient: run " + hexadecimal(key.subspan(5, 8)) + ", POA number " + adapter + ", object id " +
            id_text(id),
        "dimma", false, adapter, id);
    return true;
  }
  if (key[4] != std::byte{'P'} || key.size() < 7) return false;
  const auto length = static_cast<std::size_t>(big_endian(key.subspan(5, 2)));
  if (key.size() < 7 + length) return false;
  const OctetsView id = key.subspan(7 + length);
  const std::string path = ascii(key.subspan(7, length));
  set(into, "dimma, persistent: POA " + (path.empty() ? "RootPOA" : path) + ", object id " + id_text(id), "dimma", true,
      path, id);
  return true;
}

// Format: the names of the POAs, each after 0xff; if transient, 0xfe, the creation time and the process; then 0 and the
// id.
bool describe_omniorb(OctetsView key, Described& into) {
  std::string path;
  std::size_t at = 0;
  while (at < key.size() && key[at] == std::byte{0xff}) {
    const auto end = std::find_if(key.begin() + static_cast<std::ptrdiff_t>(at) + 1, key.end(),
                                  [](std::byte octet) { return octet == std::byte{0} || octet >= std::byte{0xfe}; });
    const auto name = static_cast<std::size_t>(end - key.begin());
    path += (path.empty() ? "" : "/") + ascii(key.subspan(at + 1, name - at - 1));
    at = name;
  }
  std::string words = "omniORB, persistent";
  bool is_persistent = true;
  if (at < key.size() && key[at] == std::byte{0xfe}) {
    constexpr std::size_t suffix = 9;
    if (key.size() < at + suffix) return false;
    words = "omniORB, transient: run " + hexadecimal(key.subspan(at + 1, suffix - 1));
    is_persistent = false;
    at += suffix;
  }
  if (at == 0 || at >= key.size() || key[at] != std::byte{0}) return false;
  const OctetsView id = key.subspan(at + 1);
  set(into,
      words + (is_persistent ? ": POA " : ", POA ") + (path.empty() ? "RootPOA" : path) + ", object id " + id_text(id),
      "omniORB", is_persistent, path, id);
  return true;
}

// Format: implementation/POA/.../object id.
bool describe_jacorb(OctetsView key, Described& into) {
  const auto slash = [&key](std::size_t from) {
    return static_cast<std::size_t>(
        std::find(key.begin() + static_cast<std::ptrdiff_t>(from), key.end(), std::byte{'/'}) - key.begin());
  };
  const std::size_t implementation = slash(0);
  if (implementation == key.size()) return false;
  std::size_t last = implementation;
  for (std::size_t next = slash(last + 1); next < key.size(); next = slash(last + 1)) last = next;
  const OctetsView id = key.subspan(last + 1);
  const std::string name = ascii(key.subspan(0, implementation));
  const std::string path =
      last == implementation ? std::string() : ascii(key.subspan(implementation + 1, last - implementation - 1));
  into.add("JacORB: server " + name + ", POA " + (path.empty() ? "RootPOA" : path) + ", object id " + id_text(id));
  into.json["orb"] = "JacORB";
  into.json["server"] = name;
  if (!path.empty()) into.json["adapter"] = path;
  into.json["object_id"] = hexadecimal(id);
  return true;
}

// Format: 14 01 0f 00; R or N (root POA or not); S or U (id assigned by the system or the user); P or T (persistent or
// transient); if transient, the time; in some keys, the length of the POA's name and the name.
bool describe_tao(OctetsView key, Described& into) {
  if (!begins_with(key, {0x14, 1, 0x0f, 0}) || key.size() < 7) return false;
  const bool is_root = key[4] == std::byte{'R'};
  const bool is_of_system = key[5] == std::byte{'S'};
  const bool is_persistent = key[6] == std::byte{'P'};
  std::size_t at = 7;
  if (!is_persistent) at = std::min(key.size(), at + 8);
  std::string path;
  if (!is_root && key.size() >= at + 4) {
    const auto length = static_cast<std::size_t>(big_endian(key.subspan(at, 4)));
    if (length != 0 && length <= key.size() - at - 4) {
      path = ascii(key.subspan(at + 4, length));
      at += 4 + length;
    }
  }
  const OctetsView id = key.subspan(at);
  set(into,
      std::string("TAO, ") + (is_persistent ? "persistent" : "transient") + ", ids of the " +
          (is_of_system ? "ORB" : "program") + ": POA " +
          (is_root        ? "RootPOA"
           : path.empty() ? "that are unknown"
                          : path) +
          ", object id " + id_text(id),
      "TAO", is_persistent, path, id);
  return true;
}

bool is_plain_name(OctetsView key) {
  return !key.empty() && std::all_of(key.begin(), key.end(), [](std::byte octet) {
    const auto code = std::to_integer<unsigned>(octet);
    return code >= 32 && code < 127;
  });
}

}  // namespace

void describe_object_key(const Stretch& key, std::optional<std::uint32_t> orb_type, Described& into) {
  const OctetsView octets = key.octets;
  into.text =
      "object key \"" + ascii(octets) + "\", " + std::to_string(octets.size()) + " octets: " + hexadecimal(octets);
  into.json["octets"] = hexadecimal(octets);
  into.json["text"] = ascii(octets);
  if (describe_dimma(octets, into) || describe_tao(octets, into)) return;
  if (orb_type == orb_type_omniorb && describe_omniorb(octets, into)) return;
  if (orb_type == orb_type_jacorb && describe_jacorb(octets, into)) return;
  if (is_plain_name(octets)) into.add("a plain name, as a corbaloc has it");
}

}  // namespace dimma::tools::ior
