#pragma once
// Self-verifying octets: each is determined by the id of its call, the direction, its position and the length. A piece
// of another message is detected, however long it is.

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

namespace stress {

enum class Direction : std::uint64_t { argument = 0x61726775, reply = 0x7265706c };

inline std::uint64_t mix(std::uint64_t value) noexcept {
  value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9U;
  value = (value ^ (value >> 27)) * 0x94d049bb133111ebU;
  return value ^ (value >> 31);
}

// Computes the words of the octets.
class Words {
 public:
  Words(std::uint64_t id, Direction direction, std::size_t octets) noexcept
      : id_(id), octets_(octets), seed_(mix(mix(id + 1) ^ static_cast<std::uint64_t>(direction) ^ (octets << 20))) {}
  std::uint64_t at(std::size_t place) const noexcept {
    if (place == 0) return id_;
    if (place == 1) return octets_;
    return (seed_ ^ place) * 0x9e3779b97f4a7c15U;
  }

 private:
  std::uint64_t id_;
  std::uint64_t octets_;
  std::uint64_t seed_;
};

inline std::vector<std::uint8_t> proven(std::uint64_t id, Direction direction, std::size_t octets) {
  std::vector<std::uint8_t> made(octets);
  const Words words(id, direction, octets);
  for (std::size_t done = 0; done < octets; done += sizeof(std::uint64_t)) {
    const std::uint64_t word = words.at(done / sizeof word);
    std::memcpy(made.data() + done, &word, std::min(sizeof word, octets - done));
  }
  return made;
}

// Describes the fault of the octets; empty if they are those of proven().
inline std::string wrong_with(const std::vector<std::uint8_t>& octets, std::uint64_t id, Direction direction,
                              std::size_t expected_octets) {
  if (octets.size() != expected_octets) {
    return "call " + std::to_string(id) + ": " + std::to_string(octets.size()) + " octets instead of " +
           std::to_string(expected_octets);
  }
  const Words words(id, direction, octets.size());
  for (std::size_t done = 0; done < octets.size(); done += sizeof(std::uint64_t)) {
    const std::uint64_t word = words.at(done / sizeof word);
    if (std::memcmp(octets.data() + done, &word, std::min(sizeof word, octets.size() - done)) != 0) {
      return "call " + std::to_string(id) + ": wrong octets from " + std::to_string(done) + " of " +
             std::to_string(octets.size());
    }
  }
  return {};
}

}  // namespace stress
