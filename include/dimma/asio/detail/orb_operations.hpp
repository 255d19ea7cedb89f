#pragma once
/// The library's side of the asynchronous operations of an ORB other than calls. Internal to dimma: applications use
/// <dimma/asio/binding.hpp>, <dimma/asio/references.hpp> and <dimma/asio/shutdown.hpp>.
///
/// The functions neither throw nor call back before they return: any outcome is passed to the completion.

#include <dimma/generated/async_call.hpp>
#include <dimma/orb.hpp>
#include <dimma/qos.hpp>

#include <memory>
#include <string>

namespace dimma::asio::detail {

/// Completes an operation whose result is an object, or nothing.
class ObjectCompletion : public Completion {
 public:
  /// Takes the operation's result. Called before complete(nullptr), within the same step; not called on failure.
  virtual void found(CORBA::object_reference<CORBA::Object> object) = 0;
};

/// Like dimma::bind(). The result is a stub of no particular interface whose calls use the new channel.
std::shared_ptr<AsyncCall> begin_bind(const CORBA::Object& object, const EngineeringQoS& qos,
                                      std::shared_ptr<ObjectCompletion> completion) noexcept;

/// Like the functions of the same names in CORBA::ORB.
std::shared_ptr<AsyncCall> begin_string_to_object(const CORBA::ORB& orb, const std::string& text,
                                                  std::shared_ptr<ObjectCompletion> completion) noexcept;
std::shared_ptr<AsyncCall> begin_resolve_initial_references(const CORBA::ORB& orb, const std::string& name,
                                                            std::shared_ptr<ObjectCompletion> completion) noexcept;
/// Like shutdown(true). The result is nil. May be called within an upcall.
std::shared_ptr<AsyncCall> begin_shutdown(const CORBA::ORB& orb, std::shared_ptr<ObjectCompletion> completion) noexcept;

}  // namespace dimma::asio::detail
