#pragma once
/// A message in parts, each aligned on its own: fragments of GIOP 1.1 (CORBA 3.3 part 2, 9.4.9).

#include <dimma/generated/cxx20.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

namespace dimma::cdr {

/// The ends of a message's parts. They are stored after the message's last octet, so that they move with the message:
/// first the number of parts, then the offset of each part's end.
class PartEnds {
 public:
  /// Views the numbers stored after the message that ends at `message_end`.
  explicit PartEnds(const std::byte* message_end) noexcept : numbers_(message_end) {}

  /// Appends the numbers to a message. The ends ascend; the last one is the message's size.
  static void append(std::vector<std::byte>& message, std::span<const std::uint32_t> ends) {
    const auto count = static_cast<std::uint32_t>(ends.size());
    append_octets(message, std::as_bytes(std::span(&count, 1)));
    append_octets(message, std::as_bytes(ends));
  }

  /// Returns the size of the stored numbers in octets.
  std::size_t octets() const noexcept { return (number(0) + std::size_t{1}) * sizeof(std::uint32_t); }

  /// A part, as offsets in the message.
  struct Part {
    std::size_t begin;
    std::size_t end;
  };
  /// Returns the part that contains the octet at this offset, which must be in the message.
  Part with(std::size_t offset) const noexcept {
    std::size_t first = 0;
    for (std::size_t last = number(0) - std::size_t{1}; first < last;) {
      const std::size_t middle = first + (last - first) / 2;
      if (offset < end_of(middle)) {
        last = middle;
      } else {
        first = middle + 1;
      }
    }
    return {first == 0 ? 0 : end_of(first - 1), end_of(first)};
  }

  /// Position, for alignment, of a part's first octet: it follows the header of its fragment.
  static constexpr std::size_t first_position = 12;

 private:
  static void append_octets(std::vector<std::byte>& message, std::span<const std::byte> octets) {
    message.insert(message.end(), octets.begin(), octets.end());
  }
  std::uint32_t number(std::size_t index) const noexcept {
    std::uint32_t value = 0;
    std::memcpy(&value, numbers_ + index * sizeof value, sizeof value);
    return value;
  }
  std::size_t end_of(std::size_t part) const noexcept { return number(part + 1); }

  const std::byte* numbers_;
};

}  // namespace dimma::cdr
