#pragma once
/// Parts of generated bitmasks and bitsets (IDL 4.2). CORBA defines neither a TypeCode nor a wire format for them:
/// dimma uses those of the smallest unsigned integer that holds their bits.

#include <dimma/generated/cdr/codec.hpp>
#include <dimma/print.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace dimma {

/// Base of a bitmask: flags in an unsigned integer, with conversions to and from it.
template <class Unsigned>
class bitmask {
 public:
  using _underlying_type = Unsigned;

  constexpr bitmask() = default;
  constexpr bitmask(Unsigned flags) : flags_(flags) {}  // NOLINT: implicit by the mapping
  constexpr operator Unsigned() const { return flags_; }

  constexpr bitmask& operator|=(Unsigned flags) { return *this = static_cast<Unsigned>(flags_ | flags); }
  constexpr bitmask& operator&=(Unsigned flags) { return *this = static_cast<Unsigned>(flags_ & flags); }
  constexpr bitmask& operator^=(Unsigned flags) { return *this = static_cast<Unsigned>(flags_ ^ flags); }

 private:
  Unsigned flags_ = 0;
};

/// Base of a bitset: the bits of all its fields, including those of its bases. A value is truncated to the width of its
/// field.
template <class Unsigned>
class bitset {
 public:
  using _underlying_type = Unsigned;

  constexpr Unsigned _bits() const { return bits_; }
  constexpr void _bits(Unsigned bits) { bits_ = bits; }
  friend constexpr bool operator==(const bitset& left, const bitset& right) { return left.bits_ == right.bits_; }

 protected:
  constexpr bitset() = default;
  constexpr void _swap_bits(bitset& other) { std::swap(bits_, other.bits_); }

  /// Returns the field of `Width` bits that begins at bit `Position`, sign-extended if T is signed.
  template <class T, unsigned Position, unsigned Width>
  constexpr T _field() const {
    const Unsigned value = static_cast<Unsigned>(bits_ >> Position) & mask<Width>();
    if constexpr (std::is_signed_v<T>) {
      const bool negative = (value >> (Width - 1) & 1U) != 0;
      return static_cast<T>(negative ? static_cast<Unsigned>(value | static_cast<Unsigned>(~mask<Width>())) : value);
    } else {
      return static_cast<T>(value);
    }
  }
  template <unsigned Position, unsigned Width, class T>
  constexpr void _field(T value) {
    const auto cut = static_cast<Unsigned>(static_cast<Unsigned>(value) & mask<Width>());
    const auto place = static_cast<Unsigned>(mask<Width>() << Position);
    const auto others = static_cast<Unsigned>(bits_ & static_cast<Unsigned>(~place));
    bits_ = static_cast<Unsigned>(others | static_cast<Unsigned>(cut << Position));
  }

 private:
  template <unsigned Width>
  static constexpr Unsigned mask() {
    constexpr unsigned bits = 8 * sizeof(Unsigned);
    return static_cast<Unsigned>(static_cast<Unsigned>(~Unsigned{0}) >> (bits - Width));
  }

  Unsigned bits_ = 0;
};

namespace cdr {

/// Bases of the generated codecs of bitmasks and bitsets.
template <class T>
struct bitmask_codec {
  using Unsigned = typename T::_underlying_type;
  static constexpr std::size_t octets_min = sizeof(Unsigned);
  static void write(Encoder& out, T value) { out.put(static_cast<Unsigned>(value)); }
  static void read(Decoder& in, T& value) { value = in.get<Unsigned>(); }
};
template <class T>
struct bitset_codec {
  using Unsigned = typename T::_underlying_type;
  static constexpr std::size_t octets_min = sizeof(Unsigned);
  static void write(Encoder& out, const T& value) { out.put(value._bits()); }
  static void read(Decoder& in, T& value) { value._bits(in.get<Unsigned>()); }
};

}  // namespace cdr

/// Base of the generated IDL::traits of bitmasks.
template <class T, unsigned Bits>
struct bitmask_traits : printable_traits<T> {
  using value_type = T;
  using in_type = T;
  using out_type = T&;
  using inout_type = T&;
  using underlying_type = typename T::_underlying_type;
  using bit_bound = std::integral_constant<std::uint8_t, Bits>;
};

}  // namespace dimma
