#include "base/text/user_names.hpp"

#include <cerrno>
#include <charconv>
#include <string>
#include <vector>

#include <grp.h>
#include <pwd.h>

namespace dimma {

namespace {

// Returns nullopt if the text is not a number.
std::optional<std::uint32_t> number_of(std::string_view text) noexcept {
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return {};
  return number;
}

// `look_up` is getpwnam_r or getgrnam_r, which return ERANGE if the buffer is too small.
template <class Entry, class LookUp>
bool find(Entry& entry, const std::string& name, LookUp look_up) {
  constexpr std::size_t room_max = std::size_t{4} << 20;
  for (std::size_t octets = std::size_t{16} << 10; octets <= room_max; octets *= 4) {
    std::vector<char> room(octets);
    Entry* found = nullptr;
    const int error = look_up(name.c_str(), &entry, room.data(), room.size(), &found);
    if (error != ERANGE) return error == 0 && found != nullptr;
  }
  return false;
}

}  // namespace

std::optional<std::uint32_t> user_named(std::string_view text) {
  if (const auto number = number_of(text)) return number;
  passwd entry{};
  if (!find(entry, std::string(text), ::getpwnam_r)) return {};
  return entry.pw_uid;
}

std::optional<std::uint32_t> group_named(std::string_view text) {
  if (const auto number = number_of(text)) return number;
  group entry{};
  if (!find(entry, std::string(text), ::getgrnam_r)) return {};
  return entry.gr_gid;
}

}  // namespace dimma
