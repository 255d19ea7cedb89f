#pragma once
/// References by text and by name without blocking (docs/guides/completion-tokens.md).

#include <dimma/asio/detail/token_operation.hpp>
#include <dimma/orb.hpp>

#include <string>
#include <tuple>
#include <utility>

namespace dimma::asio {

namespace detail {

/// `begin` is the library's function for one of the ORB's functions from text to an object.
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

/// Like ORB::string_to_object(), but does not block while it asks the naming service of a corbaname, nor further ones
/// if they lead to one another. A `file://` is read before this returns. Completes with `void(std::exception_ptr,
/// CORBA::object_reference<CORBA::Object>)`; the exception is one that string_to_object() throws. Throws
/// CORBA::INV_OBJREF itself for a nil ORB.
///
/// The calls to naming services have the deadline of the program's QoS and policies, like any call. A cancellation of
/// any type ends the operation at once, as the operation changes nothing. Thread safe.
template <class Token = DefaultToken>
auto async_string_to_object(const CORBA::object_reference<CORBA::ORB>& orb, std::string text, Token&& token = Token()) {
  static_cast<void>(*orb);
  using Action = detail::ReferenceAction<&detail::begin_string_to_object>;
  return detail::initiate_operation<Token>(Action(orb, std::move(text)), std::forward<Token>(token));
}

/// The same for ORB::resolve_initial_references(), with CORBA::ORB::InvalidName for an unknown name.
template <class Token = DefaultToken>
auto async_resolve_initial_references(const CORBA::object_reference<CORBA::ORB>& orb, CORBA::ORB::ObjectId name,
                                      Token&& token = Token()) {
  static_cast<void>(*orb);
  using Action = detail::ReferenceAction<&detail::begin_resolve_initial_references>;
  return detail::initiate_operation<Token>(Action(orb, std::move(name)), std::forward<Token>(token));
}

}  // namespace dimma::asio
