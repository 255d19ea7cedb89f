#include "base/loan_arena.hpp"
#include "cdr/stream/loaned_places.hpp"

#include <dimma/generated/cdr/loaned_codec.hpp>

#include <cstring>
#include <utility>

namespace dimma::cdr::detail {

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
  out.put(loan_mark);
  out.put(block.place());
  out.put(arena->own_id());
  out.put(block.loan());
  out.put(static_cast<std::uint32_t>(count));
  out.put(static_cast<std::uint32_t>(element_octets));
  return true;
}

LoanBlock read_place(Decoder& in, std::size_t& count, std::size_t element_octets) {
  Decoder ahead = in;
  if (ahead.get<std::uint32_t>() != loan_mark) return {};
  in.get<std::uint32_t>();
  const auto place = in.get<std::uint32_t>();
  const auto id = in.get<std::uint64_t>();
  const auto loan = in.get<std::uint64_t>();
  count = in.get<std::uint32_t>();
  if (in.get<std::uint32_t>() != element_octets)
    in.malformed("a loaned sequence whose elements have another size than here");
  if (count == 0) in.malformed("a loaned sequence without elements that says where they lie");
  auto arena = dimma::arena_of(id);
  if (!arena) in.malformed("a loaned sequence in the memory of no connection that stands");
  LoanBlock block = claim(std::move(arena), place, loan, count * element_octets);
  if (block.data() == nullptr)
    in.malformed("a loaned sequence in a place that is not on offer: its sender has taken it back, or there is none");
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

// As write_place() writes it: mark, place, zeros up to a multiple of 8, the arena's number, the loan's, two more.
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
