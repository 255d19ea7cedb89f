#pragma once
// Withdraws the places that a message lends if the message is not sent.

#include "base/loan_arena.hpp"
#include "cdr/stream/loaned_places.hpp"

#include <dimma/generated/cdr/encoder.hpp>

#include <memory>
#include <utility>

namespace dimma::flow {

class Lending {
 public:
  // Covers a message that is written from the encoder's position on; it lends no places if `arena` is nullptr. The
  // encoder and its buffer must outlive this object, and keep the written octets.
  Lending(cdr::Encoder& out, std::shared_ptr<dimma::LoanArena> arena) noexcept
      : out_(out), begin_(out.size()), arena_(std::move(arena)) {
    if (arena_) out.buffer().loans(arena_.get(), false);
  }
  ~Lending() {
    if (!arena_) return;
    if (says_places() && !has_gone_) cdr::withdraw_places(out_.octets().subspan(begin_), out_.order(), *arena_);
    out_.buffer().forget_loans();
  }
  Lending(const Lending&) = delete;
  Lending& operator=(const Lending&) = delete;

  bool has_arena() const noexcept { return arena_ != nullptr; }
  // Returns the arena if the message contains the place of a sequence, otherwise nullptr.
  std::shared_ptr<dimma::LoanArena> lent() const noexcept { return says_places() ? arena_ : nullptr; }
  std::uint64_t lent_id() const noexcept { return says_places() ? arena_->own_id() : 0; }
  // Called once the message has been sent, or another object has become responsible for its places.
  void gone() noexcept { has_gone_ = true; }

 private:
  bool says_places() const noexcept { return arena_ && out_.buffer().has_places(); }

  cdr::Encoder& out_;
  const std::size_t begin_;
  const std::shared_ptr<dimma::LoanArena> arena_;
  bool has_gone_ = false;
};

}  // namespace dimma::flow
