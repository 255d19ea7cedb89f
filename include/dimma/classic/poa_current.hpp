#pragma once
/// PortableServer::Current (CORBA 3.3 part 1, 15.3.10).

#include <dimma/classic/current.hpp>
#include <dimma/classic/poa.hpp>

namespace dimma {
namespace classic {
namespace PortableServer {

DIMMA_CLASSIC_LOCAL_CLASS(Current);

/// resolve_initial_references("POACurrent"): the request whose upcall the calling thread is making. Each function
/// throws NoContext outside of an upcall. The caller owns what they return.
class Current : public virtual CORBA::Current {
 public:
  DIMMA_CLASSIC_LOCAL_INTERFACE(Current)
  DIMMA_CLASSIC_LOCAL_EXCEPTION(NoContext, "PortableServer/Current");

  /// Return the POA that serves the request, the id of the called object in that POA, and a reference to the object.
  virtual POA_ptr get_POA() = 0;
  virtual ObjectId* get_object_id() = 0;
  virtual CORBA::Object_ptr get_reference() = 0;
  /// Returns the servant with one reference more; null for a servant of the modern mapping.
  virtual Servant get_servant() = 0;
};

}  // namespace PortableServer
}  // namespace classic
}  // namespace dimma
