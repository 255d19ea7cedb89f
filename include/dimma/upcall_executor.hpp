#pragma once
/// Runs upcalls on the application's own threads, loop or strand instead of the ORB's threads. <dimma/asio.hpp> makes
/// such executors from those of Boost.Asio; for another library, a program implements this interface.

#include <dimma/policy.hpp>

#include <functional>
#include <memory>

namespace dimma {

/// Runs functions on threads of the application. Thread-safe.
class UpcallExecutor {
 public:
  UpcallExecutor(const UpcallExecutor&) = delete;
  UpcallExecutor& operator=(const UpcallExecutor&) = delete;
  virtual ~UpcallExecutor() = default;

  /// Posts `call`, to be called once, later; never calls it before returning. If `call` can no longer be called, it is
  /// destroyed with everything that it holds. Calls posted by one thread are begun in order if the executor runs one at
  /// a time, such as a strand: oneways then keep their order.
  virtual void execute(std::function<void()> call) = 0;
  /// Returns true if the calling thread is known to be running functions of this executor. A call to an object of a POA
  /// with this executor is then made directly.
  virtual bool runs_here() const noexcept = 0;

 protected:
  UpcallExecutor() = default;
};

/// The type of the policy that upcall_executor_policy() makes.
inline constexpr CORBA::PolicyType UPCALL_EXECUTOR_POLICY_TYPE = own_policy_types | 2;

/// Makes a policy that lets an executor make all upcalls of a POA, including those of servant managers. For
/// POA::create_POA. Throws CORBA::BAD_PARAM for nullptr.
CORBA::object_reference<CORBA::Policy> upcall_executor_policy(std::shared_ptr<UpcallExecutor> executor);

/// Returns the executor of the current upcall: the POA's, or else the ORB's. Returns nullptr if neither has one, and
/// outside of upcalls.
std::shared_ptr<UpcallExecutor> current_upcall_executor();

}  // namespace dimma
