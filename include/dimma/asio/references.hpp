#pragma once
/// Converting text and names to references without blocking (docs/guides/completion-tokens.md).

#include <dimma/asio/detail/token_operation.hpp>
#include <dimma/orb.hpp>

#include <string>
#include <tuple>
#include <utility>

namespace dimma::asio {

namespace detail {

/// `Begin` is the function of orb_operations.hpp that converts the text to an object.
template <auto Begin>
class ReferenceAction {
 public:
  using results = std::tuple<CORBA::object_reference<CORBA::Object>>;

  ReferenceAction(CORBA::object_reference<CORBA::ORB> orb, std::string text)
      : orb_(std::move(orb)), text_(std::move(text)) {}
  Home home() const { return home_of(orb_); }
  std::shared_ptr<AsyncCall> begin(std::shared_ptr<ObjectCompletion> completion) const noexcept {
    return Begin(*orb_, text_, std::move(completion));
  }
  static void take(CORBA::object_reference<CORBA::Object> object, results& into) {
    std::get<0>(into) = std::move(object);
  }

 private:
  CORBA::object_reference<CORBA::ORB> orb_;
  std::string text_;
};

}  // namespace detail

/// Like ORB::string_to_object(), but does not block while it calls the naming service of a corbaname, and further
/// naming services to which that refers. A `file://` is read before this returns. Completes with
/// `void(std::exception_ptr, CORBA::object_reference<CORBA::Object>)`; the exception is one that string_to_object()
/// throws. The function itself throws CORBA::INV_OBJREF for a nil ORB.
///
/// The calls to naming services have the deadline of the program's QoS and policies, like any call. A cancellation of
/// any type ends the operation at once, since the operation has no side effects. Thread-safe.
template <class Token = DefaultToken>
auto async_string_to_object(const CORBA::object_reference<CORBA::ORB>& orb, std::string text, Token&& token = Token()) {
  static_cast<void>(*orb);
  using Action = detail::ReferenceAction<&detail::begin_string_to_object>;
  return detail::initiate_operation<Token>(Action(orb, std::move(text)), std::forward<Token>(token));
}

/// Like ORB::resolve_initial_references(), as above; completes with CORBA::ORB::InvalidName for an unknown name.
template <class Token = DefaultToken>
auto async_resolve_initial_references(const CORBA::object_reference<CORBA::ORB>& orb, CORBA::ORB::ObjectId name,
                                      Token&& token = Token()) {
  static_cast<void>(*orb);
  using Action = detail::ReferenceAction<&detail::begin_resolve_initial_references>;
  return detail::initiate_operation<Token>(Action(orb, std::move(name)), std::forward<Token>(token));
}

}  // namespace dimma::asio
