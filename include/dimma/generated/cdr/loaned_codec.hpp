#pragma once
/// The codec of loaned sequences: encoded like ordinary sequences, or as the places of their elements in shared memory.

#include <dimma/generated/cdr/codec.hpp>
#include <dimma/loaned.hpp>

namespace dimma::cdr {

namespace detail {

/// Written in place of a sequence's length; no message is long enough for it to be a length.
inline constexpr std::uint32_t loan_mark = 0xffff'ffffU;

/// Writes the place of the elements and returns true if the message goes to a process that shares that memory;
/// otherwise writes nothing.
bool write_place(Encoder& out, const LoanBlock& block, std::size_t count, std::size_t element_octets);
/// If a place follows, reads it and sets `count`. Otherwise reads nothing and returns a block without memory. Throws
/// CORBA::MARSHAL for a place that does not exist.
LoanBlock read_place(Decoder& in, std::size_t& count, std::size_t element_octets);

}  // namespace detail

/// While it exists, messages that `out` writes give their loans away, since the sender of a oneway never learns when
/// the message has been served. For generated code, in oneways.
class GivingLoans {
 public:
  explicit GivingLoans(Encoder& out) noexcept : buffer_(out.buffer()), before_(buffer_.gives_loans()) {
    buffer_.loans(buffer_.loans(), true);
  }
  ~GivingLoans() { buffer_.loans(buffer_.loans(), before_); }
  GivingLoans(const GivingLoans&) = delete;
  GivingLoans& operator=(const GivingLoans&) = delete;

 private:
  Buffer& buffer_;
  const bool before_;
};

template <class T, std::uint32_t Bound>
struct codec<loaned<T, Bound>> {
  static_assert(detail::layout<T>::plain && !detail::layout<T>::has_chars,
                "the elements of a loaned sequence are octets, numbers, and arrays and structs of them");
  static constexpr std::size_t octets_min = 4;

  static void write(Encoder& out, const loaned<T, Bound>& value) {
    if (Bound != 0 && value.size() > Bound) [[unlikely]]
      bound_exceeded(value.size(), Bound);
    if (detail::write_place(out, value.block(), value.size(), sizeof(T))) return;
    out.put_length(value.size());
    if constexpr (Primitive<T>) {
      out.put_lasting_block(value.data(), value.size());
    } else {
      write_elements(out, value.data(), value.size());
    }
  }

  static void read(Decoder& in, loaned<T, Bound>& value) {
    std::size_t count = 0;
    LoanBlock block = detail::read_place(in, count, sizeof(T));
    const bool is_place = block.data() != nullptr;
    if (!is_place) count = in.get_length(codec<T>::octets_min);
    if (Bound != 0 && count > Bound) [[unlikely]]
      in.malformed("a sequence longer than its bound");
    if (!is_place) block = LoanBlock(count * sizeof(T));
    loaned<T, Bound> taken(std::move(block), count);
    if (!is_place) read_copy(in, taken.data(), count);
    value = std::move(taken);
  }

 private:
  static void read_copy(Decoder& in, T* first, std::size_t count) {
    if constexpr (Primitive<T>) {
      in.get_block(first, count);
    } else {
      if (count == 0) return;
      const std::size_t octets = detail::octets_of<T>(in.position(), count);
      if (octets <= in.remaining()) [[likely]] {
        in.swaps() ? load_all<true>(in, first, count) : load_all<false>(in, first, count);
        return in.skip(octets);
      }
      for (T* const last = first + count; first != last; ++first) {
        *first = T();
        read_stepwise(in, *first);
      }
    }
  }
  template <bool Swap>
  static void load_all(const Decoder& in, T* first, std::size_t count) noexcept {
    bool sound = true;  // stays true, since any octets are a valid element
    const std::size_t second = detail::load<Swap, detail::UnknownOffset>(in.base(), in.at(), *first, sound);
    detail::load_inner<Swap>(in.base(), second, first + 1, first + count, sound);
  }
};

}  // namespace dimma::cdr
