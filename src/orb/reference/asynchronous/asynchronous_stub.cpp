#include "orb/reference/call_control.hpp"
#include "orb/reference/object_reference.hpp"

#include <dimma/generated/async_call.hpp>
#include <dimma/minor.hpp>

#include <new>

namespace dimma {

namespace {

// Reports a call that could not be begun.
class Refusal final : public AsyncStep {
 public:
  Refusal(std::shared_ptr<AsyncCompletion> completion, std::exception_ptr why) noexcept
      : completion_(std::move(completion)), why_(std::move(why)) {}
  std::shared_ptr<Completion> run() noexcept override {
    completion_->complete(std::move(why_));
    return std::move(completion_);
  }

 private:
  std::shared_ptr<AsyncCompletion> completion_;
  std::exception_ptr why_;
};

// Like Refusal, for a call with a control.
class RefusedCall final : public asio::detail::Control, public asio::detail::CallToBegin, public AsyncStep {
 public:
  explicit RefusedCall(std::exception_ptr why) noexcept : why_(std::move(why)) {}

  asio::detail::CallControl& control() noexcept override { return *this; }
  void begin(std::shared_ptr<AsyncCompletion> completion, asio::detail::HandledCall& call,
             asio::detail::CallLists lists) noexcept override {
    watch(completion, call, std::move(lists));
    completion_ = std::move(completion);
    completion_->post(std::static_pointer_cast<RefusedCall>(shared_from_this()));
    begun();
  }
  std::shared_ptr<Completion> run() noexcept override {
    completion_->complete(std::move(why_));
    return std::move(completion_);
  }
  void cancel(bool /*only_unsent*/) noexcept override {}

 private:
  std::shared_ptr<AsyncCompletion> completion_;
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

// Throws NO_IMPLEMENT for a local object.
ObjectReference& reference_of(const CORBA::Object& target, const Operation& operation) {
  const auto& reference = CORBA::ObjectAccess::reference(target);
  if (reference) return *reference;
  throw CORBA::NO_IMPLEMENT(minor::no_implement_local_object, CORBA::COMPLETED_NO,
                            "a local object has no operation " + std::string(operation.name));
}

}  // namespace

std::shared_ptr<AsyncCall> begin_async_call(const CORBA::Object& target, const Operation& operation,
                                            std::shared_ptr<AsyncCompletion> completion) noexcept {
  try {
    return reference_of(target, operation).begin(operation, completion);
  } catch (...) {
    return refuse(completion, std::current_exception());
  }
}

std::shared_ptr<asio::detail::CallToBegin> asio::detail::prepare_call(const CORBA::Object& target,
                                                                      const Operation& operation) {
  try {
    return reference_of(target, operation).prepare(operation);
  } catch (const std::bad_alloc&) {
    throw;
  } catch (...) {
    return std::make_shared<RefusedCall>(std::current_exception());
  }
}

}  // namespace dimma
