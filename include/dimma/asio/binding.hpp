#pragma once
/// dimma::bind() without blocking (docs/guides/completion-tokens.md).

#include <dimma/asio/detail/token_operation.hpp>
#include <dimma/binding.hpp>

#include <tuple>
#include <utility>

namespace dimma::asio {

namespace detail {

template <class Interface>
class BindAction {
 public:
  using results = std::tuple<Binding<Interface>>;

  BindAction(CORBA::object_reference<Interface> object, EngineeringQoS qos)
      : object_(std::move(object)), qos_(std::move(qos)) {}
  Home home() const { return home_of(*object_); }
  std::shared_ptr<AsyncCall> begin(std::shared_ptr<ObjectCompletion> completion) const noexcept {
    return begin_bind(*object_, qos_, std::move(completion));
  }
  static void take(const CORBA::object_reference<CORBA::Object>& object, results& into) {
    std::get<0>(into) =
        Binding<Interface>(CORBA::ObjectAccess::make_stub<Interface>(CORBA::ObjectAccess::reference(*object)));
  }

 private:
  CORBA::object_reference<Interface> object_;
  EngineeringQoS qos_;
};

}  // namespace detail

/// Like dimma::bind(), but does not block until the host's name is resolved and the connection is established.
/// Completes with `void(std::exception_ptr, dimma::Binding<Interface>)`; the exception is one that dimma::bind()
/// throws, including QoSError. The function itself throws CORBA::INV_OBJREF for nil.
///
/// The channel of a flow, and a channel with `processing=nullTask`, is connected before this returns. (Asynchronous
/// calls cannot use such a channel.)
///
/// The deadline is that of `qos`, or --dimma-connect-timeout if that is shorter. A cancellation of any type ends the
/// operation at once; a connection that is established nevertheless is closed. Thread-safe.
template <class Interface, class Token = DefaultToken>
auto async_bind(const CORBA::object_reference<Interface>& object, const EngineeringQoS& qos, Token&& token = Token()) {
  static_cast<void>(*object);
  return detail::initiate_operation<Token>(detail::BindAction<Interface>(object, qos), std::forward<Token>(token));
}

}  // namespace dimma::asio
