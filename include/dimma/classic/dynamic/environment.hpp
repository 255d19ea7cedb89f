#pragma once
/// CORBA::Environment (formal/2012-07-02, "Environment"): the outcome of a dynamic call.

#include <dimma/classic/dynamic/pseudo_object.hpp>
#include <dimma/classic/exception.hpp>

namespace dimma {
namespace classic {
namespace CORBA {

/// Holds an exception, or none. Applications may also make one on the stack.
class Environment : public PseudoObject {
 public:
  DIMMA_CLASSIC_PSEUDO_OBJECT(Environment)

  Environment();
  ~Environment() override;

  /// Replaces the exception; null means none. The environment then owns it, and deletes it.
  void exception(Exception* exception);
  /// Returns the exception, which belongs to the environment; null if there is none.
  Exception* exception() const { return exception_; }
  /// Deletes the exception, so that there is none.
  void clear();

 private:
  Exception* exception_;
};

}  // namespace CORBA
}  // namespace classic
}  // namespace dimma
