#pragma once
/// ORB::shutdown(true) without blocking (docs/guides/completion-tokens.md).

#include <dimma/asio/detail/token_operation.hpp>
#include <dimma/orb.hpp>

#include <tuple>
#include <utility>

namespace dimma::asio {

namespace detail {

class ShutdownAction {
 public:
  using results = std::tuple<>;

  explicit ShutdownAction(CORBA::object_reference<CORBA::ORB> orb) : orb_(std::move(orb)) {}
  Home home() const { return home_of(orb_); }
  std::shared_ptr<AsyncCall> begin(std::shared_ptr<ObjectCompletion> completion) const noexcept {
    return begin_shutdown(*orb_, std::move(completion));
  }
  static void take(const CORBA::object_reference<CORBA::Object>& /*nil*/, results& /*into*/) {}

 private:
  CORBA::object_reference<CORBA::ORB> orb_;
};

}  // namespace detail

/// Shuts the ORB down. Completes with `void(std::exception_ptr)` when ORB::shutdown(true) would return, that is, when
/// all upcalls have ended and all connections are closed. Completes at once if the ORB is already shut down, and with
/// CORBA::OBJECT_NOT_EXIST if it is destroyed. The function itself throws CORBA::INV_OBJREF for a nil ORB. Thread-safe;
/// may be called within an upcall, but the handler is not called before that upcall has ended.
///
/// With dimma::asio::run_on() the ORB's executor shuts it down, otherwise a temporary thread. (In the build without
/// threads an ORB without an executor is shut down before this returns, and BAD_INV_ORDER is raised within an upcall.)
/// Destroying the ORB (ORB::destroy()) is left to the application.
///
/// A cancellation, except one that is only `total`, ends the wait; the ORB is shut down nevertheless.
template <class Token = DefaultToken>
auto async_shutdown(const CORBA::object_reference<CORBA::ORB>& orb, Token&& token = Token()) {
  static_cast<void>(*orb);
  return detail::initiate_operation<Token>(detail::ShutdownAction(orb), std::forward<Token>(token));
}

}  // namespace dimma::asio
