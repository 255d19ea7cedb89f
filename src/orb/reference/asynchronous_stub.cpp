#include "orb/reference/object_reference.hpp"

#include <dimma/generated/async_call.hpp>
#include <dimma/minor.hpp>

namespace dimma {

namespace {

// The end of a call that could not be made at all.
class Refusal final : public AsyncStep {
 public:
  Refusal(std::shared_ptr<AsyncCompletion> completion, std::exception_ptr why) noexcept
      : completion_(std::move(completion)), why_(std::move(why)) {}
  void run() noexcept override { completion_->complete(std::move(why_)); }

 private:
  const std::shared_ptr<AsyncCompletion> completion_;
  std::exception_ptr why_;
};

class Ended final : public AsyncCall {
 public:
  void cancel(bool) noexcept override {}
};

std::shared_ptr<AsyncCall> refuse(const std::shared_ptr<AsyncCompletion>& completion, std::exception_ptr why) {
  completion->post(std::make_shared<Refusal>(completion, std::move(why)));
  return std::make_shared<Ended>();
}

}  // namespace

std::shared_ptr<AsyncCall> begin_async_call(const CORBA::Object& target, const Operation& operation,
                                            std::shared_ptr<AsyncCompletion> completion) noexcept {
  try {
    const auto& reference = CORBA::ObjectAccess::reference(target);
    if (!reference) {
      throw CORBA::NO_IMPLEMENT(minor::no_implement_local_object, CORBA::COMPLETED_NO,
                                "a local object has no operation " + std::string(operation.name));
    }
    return reference->begin(operation, completion);
  } catch (...) {
    return refuse(completion, std::current_exception());
  }
}

}  // namespace dimma
