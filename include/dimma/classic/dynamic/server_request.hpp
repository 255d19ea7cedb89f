#pragma once
/// CORBA::ServerRequest (CORBA 3.3 part 1, 12.2; formal/2012-07-02, "Mapping of ServerRequest"): a request that a
/// dynamic servant serves.

#include <dimma/classic/dynamic/context.hpp>
#include <dimma/classic/dynamic/named_values.hpp>

namespace dimma {
namespace classic {
namespace CORBA {

/// A request while a PortableServer::DynamicImplementation serves it. Used only by the serving thread, and only while
/// invoke() runs; after that all functions throw BAD_INV_ORDER.
class ServerRequest : public PseudoObject {
 public:
  DIMMA_CLASSIC_PSEUDO_OBJECT(ServerRequest)

  /// Returns the name of the operation, which belongs to the request: `_get_count` for reading the attribute count.
  virtual const char* operation() = 0;
  /// Reads the arguments. `parameters` has one element for each parameter, in order, whose type is that of its value.
  /// The request takes over the list, which stays valid until invoke() returns. Elements with the flag ARG_OUT are sent
  /// back, with the values that they have when invoke() returns. Need not be called for an operation without
  /// parameters. Throws MARSHAL; BAD_INV_ORDER (OMG minor 7) the second time and after set_exception; BAD_PARAM for
  /// nil.
  virtual void arguments(NVList_ptr& parameters) = 0;
  /// Returns the context of an operation that has a `context` clause, which belongs to the request; nil if the request
  /// has none. Called after arguments(). Throws BAD_INV_ORDER (OMG minor 8) before that, the second time, and after
  /// set_result or set_exception.
  virtual Context_ptr ctx() = 0;
  /// Sets the result, which is copied. Throws BAD_INV_ORDER (OMG minor 9) the second time and after set_exception.
  virtual void set_result(const Any& value) = 0;
  /// Sets a user or system exception as the reply, instead of a result. May be called again: the last exception counts.
  /// Throws BAD_PARAM (OMG minor 21) if the value is not an exception.
  virtual void set_exception(const Any& value) = 0;

 protected:
  ServerRequest() {}
  ~ServerRequest() override;
};

}  // namespace CORBA
}  // namespace classic
}  // namespace dimma
