#include "base/loan_arena.hpp"

#include <dimma/generated/cdr/loaned_codec.hpp>

#include <utility>

namespace dimma::cdr::detail {

bool write_place(Encoder& out, const LoanBlock& block, std::size_t count, std::size_t element_octets) {
  auto* const arena = out.buffer().loans();
  if (arena == nullptr || count == 0) return false;
  block.settle_in(*arena, count * element_octets);
  if (block.arena() != arena || block.is_received() ||
      !arena->offer(block.place(), block.loan(), out.buffer().gives_loans())) {
    if (!out.counts()) arena->count_copy();
    return false;
  }
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
