#include "base/loan_arena.hpp"
#include "channel/session.hpp"
#include "orb/upcall/caller.hpp"

#include <dimma/generated/deferred_request.hpp>
#include <dimma/generated/loaned_reply.hpp>
#include <dimma/loaned.hpp>
#include <dimma/minor.hpp>

#include <utility>

namespace dimma {

namespace {

// Lets the reply's encoder offer places. They stay offered after the reply has been sent, since the sender is not
// notified when the reply has been read.
class Lending {
 public:
  Lending(cdr::Buffer& buffer, LoanArena& arena) noexcept : buffer_(buffer) { buffer_.loans(&arena, true); }
  ~Lending() { buffer_.loans(nullptr, false); }
  Lending(const Lending&) = delete;
  Lending& operator=(const Lending&) = delete;

 private:
  cdr::Buffer& buffer_;
};

std::shared_ptr<LoanArena> arena_of_session(channel::Session* session) {
  return session == nullptr ? nullptr : session->loans();
}

}  // namespace

void reply_with_loans(ServerRequest& request, ArgumentWriter results) {
  const auto arena = arena_of_session(request.session());
  if (!arena) return request.reply(results);
  request.reply([&](cdr::Encoder& out) {
    const Lending lending(out.buffer(), *arena);
    results(out);
  });
}

namespace {

constinit DIMMA_PER_THREAD const LoanResultScope* innermost = nullptr;

LoanBlock taken_from(const std::shared_ptr<LoanArena>& arena, std::size_t octets) {
  if (!arena || arena->place_octets() == 0 || octets == 0) return LoanBlock(octets);
  if (octets > arena->place_octets()) {
    throw CORBA::BAD_PARAM(
        minor::bad_param_loan, CORBA::COMPLETED_NO,
        "a loan of " + std::to_string(octets) +
            " octets for a result exceeds the size of the places of the client's loans=pool(n,size), " +
            std::to_string(arena->place_octets()));
  }
  if (arena->closed()) return LoanBlock(octets);  // the client is gone, so the reply will not be sent
  LoanBlock taken = arena->take();
  if (taken.data() != nullptr) return taken;
  arena->count_refusal();
  throw CORBA::NO_RESOURCES(minor::no_resources_exhausted, CORBA::COMPLETED_NO,
                            "no place for a loaned result is free: the client holds all " +
                                std::to_string(arena->numbers().places) +
                                " of its loans=pool(n,size); it must release some, or use a larger pool");
}

}  // namespace

LoanResultScope::LoanResultScope(const std::weak_ptr<DeferredRequest>& request) noexcept
    : request_(request), within_(orb::current_upcall()), previous_(std::exchange(innermost, this)) {}

LoanResultScope::~LoanResultScope() { innermost = previous_; }

LoanBlock LoanBlock::for_reply(const DeferredRequest* request, std::size_t octets) {
  return taken_from(request == nullptr ? nullptr : request->loans(), octets);
}

// A scope applies only to its own upcall, not to an upcall nested in it by a coroutine's call within the process.
LoanBlock LoanBlock::for_result(std::size_t octets) {
  if (innermost != nullptr && innermost->within_ == orb::current_upcall()) {
    return for_reply(innermost->request_.lock().get(), octets);
  }
  return taken_from(arena_of_session(orb::CallerScope::current()), octets);
}

}  // namespace dimma
