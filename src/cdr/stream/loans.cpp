#include "base/loan_arena.hpp"
#include "cdr/stream/loaned_places.hpp"

#include <dimma/generated/cdr/loaned_codec.hpp>

#include <cstring>
#include <type_traits>
#include <utility>

namespace dimma::cdr::detail {

namespace {

// The place of a loaned sequence as encoded in a message: loan_mark, the place, padding to a multiple of 8 octets, and
// the other four members.
struct SaidPlace {
  std::uint32_t place;
  std::uint64_t arena;
  std::uint64_t loan;
  std::uint32_t count;
  std::uint32_t element_octets;
};

// The offsets of the encoded parts of a place, counted from the origin of alignment. `at` is the offset after the
// preceding octets.
struct Offsets {
  explicit Offsets(std::size_t at) noexcept
      : mark(rounded_up(at, sizeof loan_mark)), numbers(rounded_up(mark + 8, 8)) {}
  std::size_t end() const noexcept { return numbers + 24; }
  std::size_t mark;
  std::size_t numbers;
};

void put_place(Encoder& out, const SaidPlace& said) {
  out.align(sizeof loan_mark);
  const Offsets offsets(out.at());
  out.need(offsets.end() - out.at());
  const auto store = [base = out.base(), swaps = out.swaps()](std::size_t at, auto value) {
    if (swaps) value = reversed(value);
    std::memcpy(base + at, &value, sizeof value);
  };
  store(offsets.mark, loan_mark);
  store(offsets.mark + 4, said.place);
  store(offsets.mark + 8, std::uint32_t{0});  // zeroes the padding; without padding, the next line overwrites it
  store(offsets.numbers, said.arena);
  store(offsets.numbers + 8, said.loan);
  store(offsets.numbers + 16, said.count);
  store(offsets.numbers + 20, said.element_octets);
  out.filled_to(offsets.end());
}

// Decodes a place from a message that may be too short or arrives in pieces. Returns false if the next octets are not
// a place.
[[gnu::cold]] bool get_place_stepwise(Decoder& in, SaidPlace& said) {
  Decoder ahead = in;
  if (ahead.get<std::uint32_t>() != loan_mark) return false;
  in.get<std::uint32_t>();
  in.get(said.place);
  in.get(said.arena);
  in.get(said.loan);
  in.get(said.count);
  in.get(said.element_octets);
  return true;
}

bool get_place(Decoder& in, SaidPlace& said) {
  const std::size_t at = in.at();
  const Offsets offsets(at);
  if (offsets.end() - at > in.remaining()) return get_place_stepwise(in, said);
  const auto load_from = [base = in.base(), swaps = in.swaps()](std::size_t offset, auto& value) {
    value = load<std::remove_reference_t<decltype(value)>>(base + offset, swaps);
  };
  std::uint32_t mark = 0;
  load_from(offsets.mark, mark);
  if (mark != loan_mark) return false;
  load_from(offsets.mark + 4, said.place);
  load_from(offsets.numbers, said.arena);
  load_from(offsets.numbers + 8, said.loan);
  load_from(offsets.numbers + 16, said.count);
  load_from(offsets.numbers + 20, said.element_octets);
  in.taken_to(offsets.end());
  return true;
}

}  // namespace

bool write_place(Encoder& out, const LoanBlock& block, std::size_t count, std::size_t element_octets) {
  auto* const arena = out.buffer().loans();
  if (arena == nullptr || count == 0) return false;
  block.settle_in(*arena, count * element_octets);
  if (block.arena() != arena || block.is_received() ||
      !arena->offer(block.place(), block.loan(), out.buffer().gives_loans())) {
    if (!out.counts()) arena->count_copy();
    out.buffer().note_copy();
    return false;
  }
  out.buffer().note_place();
  put_place(out, {.place = block.place(),
                  .arena = arena->own_id(),
                  .loan = block.loan(),
                  .count = static_cast<std::uint32_t>(count),
                  .element_octets = static_cast<std::uint32_t>(element_octets)});
  return true;
}

LoanBlock read_place(Decoder& in, std::size_t& count, std::size_t element_octets) {
  SaidPlace said;
  if (!get_place(in, said)) return {};
  count = said.count;
  if (said.element_octets != element_octets) in.malformed("a loaned sequence with elements of a different size");
  if (count == 0) in.malformed("an empty loaned sequence with a place in shared memory");
  auto arena = dimma::arena_of(said.arena);
  if (!arena) in.malformed("a loaned sequence in the memory of an unknown or closed connection");
  LoanBlock block = claim(std::move(arena), said.place, said.loan, count * element_octets);
  if (block.data() == nullptr)
    in.malformed(
        "a loaned sequence in a place that is not offered: it does not exist, or its sender has taken it back");
  return block;
}

}  // namespace dimma::cdr::detail

namespace dimma::cdr {

namespace {

template <class T>
T load_at(std::span<const std::byte> body, std::size_t at, bool swaps) noexcept {
  T value;
  std::memcpy(&value, body.data() + at, sizeof value);
  return swaps ? reversed(value) : value;
}

// Finds places encoded by put_place(): mark, place, padding to a multiple of 8, arena number, loan, and two other
// numbers.
template <class Use>
void for_each_place(std::span<const std::byte> body, std::endian order, std::uint64_t arena, Use use) noexcept {
  constexpr std::size_t octets_before = 8;
  constexpr std::size_t octets_from = 24;
  const bool swaps = order != std::endian::native;
  const std::uint64_t sought = swaps ? reversed(arena) : arena;
  for (std::size_t at = octets_before; at + octets_from <= body.size(); at += sizeof sought) {
    if (load_at<std::uint64_t>(body, at, false) != sought) continue;
    const auto loan = load_at<std::uint64_t>(body, at + 8, swaps);
    if (load_at<std::uint32_t>(body, at - 8, swaps) == detail::loan_mark) {
      use(load_at<std::uint32_t>(body, at - 4, swaps), loan);
    } else if (at >= 12 && load_at<std::uint32_t>(body, at - 12, swaps) == detail::loan_mark) {
      use(load_at<std::uint32_t>(body, at - 8, swaps), loan);
    }
  }
}

}  // namespace

void withdraw_places(std::span<const std::byte> body, std::endian order, LoanArena& arena) noexcept {
  for_each_place(body, order, arena.own_id(),
                 [&](std::uint32_t place, std::uint64_t loan) { arena.withdraw(place, loan); });
}

void give_back_places(std::span<const std::byte> body, std::endian order, LoanArena& arena) noexcept {
  for_each_place(body, order, arena.others_id(), [&](std::uint32_t place, std::uint64_t loan) {
    if (arena.claim(place, loan, 0) != nullptr) arena.give_back(place, loan);
  });
}

}  // namespace dimma::cdr
