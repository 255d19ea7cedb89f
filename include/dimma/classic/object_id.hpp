#pragma once
/// PortableServer::ObjectId (CORBA 3.3 part 1, 15.3.1), and its conversions (formal/2012-07-02, "PortableServer
/// Functions").

#include <dimma/classic/values/sequence.hpp>
#include <dimma/classic/values/types.hpp>

namespace dimma {
namespace classic {
namespace PortableServer {

/// Names an object within its POA; may contain any octets.
typedef UnboundedSequence<CORBA::Octet> ObjectId;
typedef SequenceVar<ObjectId> ObjectId_var;
typedef SequenceOut<ObjectId> ObjectId_out;

/// Return the octets of the text, without a terminating zero; the caller deletes the id. Throw BAD_PARAM for null.
ObjectId* string_to_ObjectId(const char* text);
ObjectId* wstring_to_ObjectId(const CORBA::WChar* text);
/// Return the text of an id, which the caller frees. Throw BAD_PARAM for an id that the functions above cannot have
/// made.
char* ObjectId_to_string(const ObjectId& id);
CORBA::WChar* ObjectId_to_wstring(const ObjectId& id);

}  // namespace PortableServer
}  // namespace classic
}  // namespace dimma
