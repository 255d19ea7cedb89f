#pragma once
/// The static description of an interface. Used by generated code; internal to dimma.

#include <dimma/classic/mapping.hpp>

namespace dimma {
namespace classic {

namespace CORBA {
class Object;
}

/// Identifies an interface by its address: one constant per generated interface, in the stub class.
struct Interface {
  const char* repository_id;
  /// Makes a stub with a count of 1, which refers to no object yet; null for a local interface.
  CORBA::Object* (*make)();
};

/// A stub class as it is constructed by the library: the constructors of generated classes are protected.
template <class T>
class MadeStub : public T {};

template <class T>
CORBA::Object* make_stub() {
  return new MadeStub<T>;
}

}  // namespace classic
}  // namespace dimma
