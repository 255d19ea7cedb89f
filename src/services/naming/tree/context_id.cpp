#include "services/naming/tree/context_id.hpp"

#include <algorithm>
#include <cerrno>
#include <system_error>

#include <sys/random.h>

namespace dimma::naming {

ContextId ContextId::random() {
  ContextId id;
  std::size_t have = 0;
  while (have < octets) {
    const ssize_t got = ::getrandom(id.octets_.data() + have, octets - have, 0);
    if (got >= 0) {
      have += static_cast<std::size_t>(got);
    } else if (errno != EINTR) {
      throw std::system_error(errno, std::generic_category(), "getrandom");
    }
  }
  return id;
}

std::optional<ContextId> ContextId::of(std::string_view text) {
  if (text.size() != octets) return std::nullopt;
  ContextId id;
  std::copy(text.begin(), text.end(), id.octets_.begin());
  return id;
}

std::string ContextId::printed() const {
  if (is_root()) return "root";
  constexpr std::string_view digits = "0123456789abcdef";
  std::string printed;
  for (const char octet : octets_) {
    const auto number = static_cast<unsigned char>(octet);
    printed += digits[number >> 4];
    printed += digits[number & 15];
  }
  return printed;
}

}  // namespace dimma::naming
