#pragma once
/// PortableServer::DynamicImplementation (CORBA 3.3 part 1, 12.3; formal/2012-07-02, "DynamicImplementation"): servants
/// for which no skeleton was compiled.
///
///   class Echo : public PortableServer::DynamicImplementation {
///     void invoke(CORBA::ServerRequest_ptr request) {
///       CORBA::NVList_ptr arguments;
///       orb->create_list(0, arguments);
///       *arguments->add(CORBA::ARG_IN)->value() <<= "";     // a value of the parameter's type
///       request->arguments(arguments);                      // the request owns the list now
///       request->set_result(*arguments->item(0)->value());
///     }
///     char* _primary_interface(const PortableServer::ObjectId&, PortableServer::POA_ptr) {
///       return CORBA::string_dup("IDL:Echo:1.0");
///     }
///   };

#include <dimma/classic/dynamic/server_request.hpp>
#include <dimma/classic/object_id.hpp>
#include <dimma/classic/servant.hpp>

namespace dimma {
namespace classic {
namespace PortableServer {

/// The base of dynamic servants, which are activated like other servants. The ORB itself answers _is_a, _non_existent
/// and the like. This process, too, calls such an object through a channel.
class DynamicImplementation : public virtual ServantBase {
 public:
  /// Serves one request; may be called for several requests at once. System exceptions that it throws reach the caller.
  /// User exceptions have to be set by ServerRequest::set_exception; one that is thrown reaches the caller as UNKNOWN.
  virtual void invoke(CORBA::ServerRequest_ptr request) = 0;
  /// Returns the repository id of the most derived interface of the object with this id, which the ORB frees. Outside
  /// of a request the id may be empty and the POA nil. The POA is not released by the servant.
  virtual char* _primary_interface(const ObjectId& id, POA_ptr poa) = 0;

  /// Returns a reference to the object, like `_this()` of a skeleton; the caller releases it.
  CORBA::Object_ptr _this();

  CORBA::Boolean _is_a(const char* repository_id) override;
  bool _dispatch(ServerRequest& request) override;
  char* _interface_of(const ServedObject* object) override;

 protected:
  DynamicImplementation();
  ~DynamicImplementation() override;
};

}  // namespace PortableServer
}  // namespace classic
}  // namespace dimma
