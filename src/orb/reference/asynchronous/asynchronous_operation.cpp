#include "orb/reference/asynchronous/asynchronous_operation.hpp"

#include <utility>

namespace dimma::orb {

class AsynchronousOperation::Ending final : public AsyncStep {
 public:
  explicit Ending(Completed completion) noexcept : completion_(std::move(completion)) {}

  static void post(std::shared_ptr<Ending> self, CORBA::object_reference<CORBA::Object> object,
                   std::exception_ptr failure) noexcept {
    self->object_ = std::move(object);
    self->failure_ = std::move(failure);
    const auto completion = self->completion_;
    completion->post(std::move(self));
  }

  std::shared_ptr<Completion> run() noexcept override {
    auto completion = std::move(completion_);
    try {
      if (!failure_) completion->found(std::move(object_));
    } catch (...) {
      failure_ = std::current_exception();
    }
    completion->complete(std::move(failure_));
    return completion;
  }

 private:
  Completed completion_;
  CORBA::object_reference<CORBA::Object> object_;
  std::exception_ptr failure_;
};

AsynchronousOperation::AsynchronousOperation(Completed completion)
    : ending_(std::make_shared<Ending>(std::move(completion))) {}

void AsynchronousOperation::end(CORBA::object_reference<CORBA::Object> object, std::exception_ptr failure) noexcept {
  if (is_over_.exchange(true)) return;
  Ending::post(std::move(ending_), std::move(object), std::move(failure));
}

void AsynchronousOperation::cancel(bool /*only_unsent*/) noexcept {
  fail(std::make_exception_ptr(OperationCanceled()));
}

}  // namespace dimma::orb
