// Asynchronous binding, resolving and shutdown.

#include <dimma/asio/detail/orb_operations.hpp>

#include "orb/lifecycle/orb_lifecycle.hpp"
#include "orb/lifecycle/registry.hpp"
#include "orb/naming/asynchronous_resolution.hpp"
#include "orb/reference/asynchronous/asynchronous_operation.hpp"
#include "orb/reference/object_reference.hpp"

#include <utility>

namespace dimma::asio::detail {

namespace {

using orb::AsynchronousOperation;
using orb::AsynchronousResolution;

class AsynchronousShutdown final : public AsynchronousOperation {
 public:
  using AsynchronousOperation::AsynchronousOperation;
  // A total cancellation guarantees that the operation has no effect, which is impossible for a shutdown.
  void cancel(bool only_unsent) noexcept override {
    if (!only_unsent) AsynchronousOperation::cancel(only_unsent);
  }
};

}  // namespace

std::shared_ptr<AsyncCall> begin_bind(const CORBA::Object& object, const EngineeringQoS& qos,
                                      std::shared_ptr<ObjectCompletion> completion) noexcept {
  auto operation = std::make_shared<AsynchronousOperation>(std::move(completion));
  return begin_operation(std::move(operation), [&](const std::shared_ptr<AsynchronousOperation>& self) {
    const auto reference = ObjectReference::to_bind(object, qos);
    reference->begin_bind([self, reference](std::exception_ptr failure) {
      if (failure) return self->fail(std::move(failure));
      self->succeed(CORBA::ObjectAccess::make_stub<CORBA::Object>(reference));
    });
  });
}

std::shared_ptr<AsyncCall> begin_string_to_object(const CORBA::ORB& orb, const std::string& text,
                                                  std::shared_ptr<ObjectCompletion> completion) noexcept {
  auto operation = std::make_shared<AsynchronousResolution>(std::move(completion));
  return begin_operation(std::move(operation), [&](const std::shared_ptr<AsynchronousResolution>& self) {
    const auto& lifecycle = orb::OrbAccess::lifecycle(orb);
    lifecycle->require_running();
    self->follow(orb::path_of_url(lifecycle, text));
  });
}

std::shared_ptr<AsyncCall> begin_resolve_initial_references(const CORBA::ORB& orb, const std::string& name,
                                                            std::shared_ptr<ObjectCompletion> completion) noexcept {
  auto operation = std::make_shared<AsynchronousResolution>(std::move(completion));
  return begin_operation(std::move(operation), [&](const std::shared_ptr<AsynchronousResolution>& self) {
    const auto& lifecycle = orb::OrbAccess::lifecycle(orb);
    lifecycle->require_running();
    self->follow(orb::path_of_initial_reference(lifecycle, name));
  });
}

std::shared_ptr<AsyncCall> begin_shutdown(const CORBA::ORB& orb,
                                          std::shared_ptr<ObjectCompletion> completion) noexcept {
  auto operation = std::make_shared<AsynchronousShutdown>(std::move(completion));
  return begin_operation(std::move(operation), [&](const std::shared_ptr<AsynchronousShutdown>& self) {
    const auto& lifecycle = orb::OrbAccess::lifecycle(orb);
    lifecycle->require_not_destroyed();
    lifecycle->begin_shutdown([self] { self->succeed({}); });
  });
}

}  // namespace dimma::asio::detail
