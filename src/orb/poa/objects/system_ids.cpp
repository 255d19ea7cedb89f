#include "orb/poa/objects/system_ids.hpp"

#include "orb/state/object_key.hpp"

namespace dimma::orb {

namespace {
constexpr std::size_t number_octets = 8;
constexpr std::size_t stamp_octets = 8;
}  // namespace

std::string SystemIds::next() {
  std::string id;
  if (stamp_) append_big_endian(id, *stamp_, stamp_octets);
  append_big_endian(id, count_->fetch_add(1, std::memory_order_relaxed) + 1, number_octets);
  return id;
}

bool SystemIds::may_have_assigned(std::string_view id) const noexcept {
  if (stamp_) {
    if (id.size() != stamp_octets + number_octets) return false;
    if (read_big_endian(id.substr(0, stamp_octets)) != *stamp_) return true;  // made in an earlier run
    id.remove_prefix(stamp_octets);
  }
  if (id.size() != number_octets) return false;
  const std::uint64_t number = read_big_endian(id);
  return number != 0 && number <= count_->load(std::memory_order_relaxed);
}

}  // namespace dimma::orb
