#pragma once
/// Sends replies with loaned sequences.

#include <dimma/generated/cdr/loaned_codec.hpp>
#include <dimma/generated/server_request.hpp>

#include <memory>

namespace dimma {

class DeferredRequest;

namespace orb {
struct UpcallFrame;
}  // namespace orb

/// Like request.reply(results), for results that may contain places in memory shared with the client (loan_result()).
void reply_with_loans(ServerRequest& request, ArgumentWriter results);

/// While it exists, loan_result() on the calling thread applies to the pending reply to `request`, except within
/// upcalls that begin meanwhile.
class LoanResultScope {
 public:
  /// `request` must outlive this object.
  explicit LoanResultScope(const std::weak_ptr<DeferredRequest>& request) noexcept;
  ~LoanResultScope();
  LoanResultScope(const LoanResultScope&) = delete;
  LoanResultScope& operator=(const LoanResultScope&) = delete;

 private:
  friend class LoanBlock;

  const std::weak_ptr<DeferredRequest>& request_;
  const orb::UpcallFrame* const within_;
  const LoanResultScope* const previous_;
};

}  // namespace dimma
