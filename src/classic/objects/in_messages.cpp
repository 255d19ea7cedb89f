// Object references in messages.

#include <dimma/classic/generated/input.hpp>
#include <dimma/classic/generated/output.hpp>

#include "classic/objects/modern.hpp"
#include "classic/streams/over.hpp"

#include <dimma/minor.hpp>
#include <dimma/object.hpp>

namespace dimma::classic {

// Throws a modern exception, as the streams do.
void write_object(Output& out, CORBA::Object* object) {
  ModernReference reference;
  if (object != nullptr) {
    if (ObjectAccess::target(*object) == nullptr) {
      throw ::CORBA::MARSHAL(minor::marshal_local_object, ::CORBA::COMPLETED_NO, "a local object cannot be sent");
    }
    reference = ObjectAccess::reference(*object);
  }
  cdr::write_object(out.commit(), reference);
  out.reload();
}

void* read_object(Input& in, const Interface& interface) {
  const ModernReference reference = cdr::read_object(in.commit());
  in.reload();
  return stub_of(reference, interface);
}

}  // namespace dimma::classic
