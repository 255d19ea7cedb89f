#pragma once
/// The objects of the dynamic interfaces (formal/2012-07-02, "Mapping Pseudo Objects to C++"): Request, NVList and so
/// on. They are not references to CORBA objects, and cannot be sent.

#include <dimma/classic/mapping.hpp>
#include <dimma/classic/values/object_var.hpp>
#include <dimma/classic/values/types.hpp>

namespace dimma {
namespace classic {

/// The base of these objects. Counts its references: it begins with one, and is deleted when the last one is released.
/// Counting is thread-safe; the other functions of an object are used by one thread at a time.
class PseudoObject {
 public:
  PseudoObject(const PseudoObject&) = delete;
  PseudoObject& operator=(const PseudoObject&) = delete;

  void _add_ref();
  void _remove_ref();

 protected:
  PseudoObject() : count_(1) {}
  virtual ~PseudoObject();

 private:
  long count_;
};

namespace CORBA {

/// Returns true for the null pointer, which is the only nil.
inline Boolean is_nil(PseudoObject* object) { return object == nullptr; }
/// Gives up the caller's reference. A no-op for nil.
inline void release(PseudoObject* object) {
  if (object != nullptr) object->_remove_ref();
}

// The classes, with the types that hold and pass them.
#define DIMMA_CLASSIC_PSEUDO_CLASS(NAME)                \
  class NAME;                                           \
  typedef NAME* NAME##_ptr;                             \
  typedef ::dimma::classic::ObjectVar<NAME> NAME##_var; \
  typedef ::dimma::classic::ObjectOut<NAME> NAME##_out
DIMMA_CLASSIC_PSEUDO_CLASS(Context);
DIMMA_CLASSIC_PSEUDO_CLASS(ContextList);
DIMMA_CLASSIC_PSEUDO_CLASS(Environment);
DIMMA_CLASSIC_PSEUDO_CLASS(ExceptionList);
DIMMA_CLASSIC_PSEUDO_CLASS(NamedValue);
DIMMA_CLASSIC_PSEUDO_CLASS(NVList);
DIMMA_CLASSIC_PSEUDO_CLASS(Request);
DIMMA_CLASSIC_PSEUDO_CLASS(ServerRequest);
#undef DIMMA_CLASSIC_PSEUDO_CLASS

}  // namespace CORBA
}  // namespace classic
}  // namespace dimma

// The members that the mapping requires of each of these classes.
#define DIMMA_CLASSIC_PSEUDO_OBJECT(NAME)              \
  typedef NAME* _ptr_type;                             \
  typedef ::dimma::classic::ObjectVar<NAME> _var_type; \
  typedef ::dimma::classic::ObjectOut<NAME> _out_type; \
  static NAME* _duplicate(NAME* object) {              \
    if (object != nullptr) object->_add_ref();         \
    return object;                                     \
  }                                                    \
  static NAME* _nil() { return nullptr; }
