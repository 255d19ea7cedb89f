#pragma once
/// The operations of an ORB besides calls that are done without waiting, as the library sees them. dimma's own:
/// applications use <dimma/asio/binding.hpp>, <dimma/asio/references.hpp> and <dimma/asio/shutdown.hpp>.
///
/// The functions neither throw nor call back before they return: whatever happens is told to the completion.

#include <dimma/generated/async_call.hpp>
#include <dimma/orb.hpp>
#include <dimma/qos.hpp>

#include <memory>
#include <string>

namespace dimma::asio::detail {

/// Completes an operation that gives an object, or nothing.
class ObjectCompletion : public Completion {
 public:
  /// Takes the operation's result. Called before complete(nullptr), within the same step, and not otherwise.
  virtual void found(CORBA::object_reference<CORBA::Object> object) = 0;
};

/// As dimma::bind(): gives a stub of no particular interface whose calls take the new channel.
std::shared_ptr<AsyncCall> begin_bind(const CORBA::Object& object, const EngineeringQoS& qos,
                                      std::shared_ptr<ObjectCompletion> completion) noexcept;

/// As the ORB's functions of these names.
std::shared_ptr<AsyncCall> begin_string_to_object(const CORBA::ORB& orb, const std::string& text,
                                                  std::shared_ptr<ObjectCompletion> completion) noexcept;
std::shared_ptr<AsyncCall> begin_resolve_initial_references(const CORBA::ORB& orb, const std::string& name,
                                                            std::shared_ptr<ObjectCompletion> completion) noexcept;
/// As shutdown(true); gives nil. An upcall may begin it.
std::shared_ptr<AsyncCall> begin_shutdown(const CORBA::ORB& orb, std::shared_ptr<ObjectCompletion> completion) noexcept;

}  // namespace dimma::asio::detail
