#pragma once
/// Runs upcalls on the application's own threads, loop or strand instead of the ORB's threads. <dimma/asio.hpp> makes
/// such executors from Boost.Asio's; for another library's a program implements this interface.

#include <dimma/policy.hpp>

#include <functional>
#include <memory>

namespace dimma {

/// Runs functions. Thread safe.
class UpcallExecutor {
 public:
  UpcallExecutor(const UpcallExecutor&) = delete;
  UpcallExecutor& operator=(const UpcallExecutor&) = delete;
  virtual ~UpcallExecutor() = default;

  /// Arranges for one later call of `call`; never calls it before returning. If `call` can no longer be called, it is
  /// destroyed with everything that it holds. Calls that one thread hands over are begun in that order if the executor
  /// runs one at a time, such as a strand: oneways keep their order then.
  virtual void execute(std::function<void()> call) = 0;
  /// True if the calling thread is known to be running functions for this executor at this moment. A call to an object
  /// of a POA with this executor is then made at once.
  virtual bool runs_here() const noexcept = 0;

 protected:
  UpcallExecutor() = default;
};

/// The type of the policy that upcall_executor_policy() makes.
inline constexpr CORBA::PolicyType UPCALL_EXECUTOR_POLICY_TYPE = own_policy_types | 2;

/// The policy that has an executor make all upcalls of a POA, those of servant managers included. For POA::create_POA.
/// Throws CORBA::BAD_PARAM for nullptr.
CORBA::object_reference<CORBA::Policy> upcall_executor_policy(std::shared_ptr<UpcallExecutor> executor);

/// Returns, in an upcall, the executor of the POA, or else of the ORB; nullptr if neither has one, and outside of
/// upcalls.
std::shared_ptr<UpcallExecutor> current_upcall_executor();

}  // namespace dimma
