#pragma once
/// The dynamic skeleton interface (CORBA 3.3 part 1, 12): servants for which no skeleton was compiled.
///
///   class Anything : public PortableServer::DynamicImplementation {
///     void invoke(CORBA::object_reference<CORBA::ServerRequest> request) override {
///       auto arguments = CORBA::make_reference<CORBA::NVList>();
///       arguments->add_value("amount", a_long, CORBA::ARG_IN);    // the value's type is the type to read
///       request->arguments(arguments);
///       CORBA::Any result; result <<= 7;
///       request->set_result(result);
///     }
///     std::string _primary_interface(const PortableServer::ObjectId&, CORBA::object_reference<PortableServer::POA>)
///         override { return "IDL:Sample/Counter:1.0"; }
///   };
///
/// The IDL to C++11 mapping does not define this interface. The names are those of the IDL to C++ mapping, with the
/// types of IDL to C++11; contexts are left out. This process, too, calls such an object through a channel.

#include <dimma/dii.hpp>
#include <dimma/poa.hpp>
#include <dimma/servant.hpp>

#include <string>

namespace CORBA {

/// A request while a DynamicImplementation serves it. Used only by the serving thread, and only while invoke() runs;
/// after that all functions throw BAD_INV_ORDER.
class ServerRequest : public virtual Object {
 public:
  /// Returns the name on the wire: `_get_count` for reading the attribute count.
  std::string operation() const;
  /// Reads the arguments: `parameters` has one item for each parameter, in order. The type of an item's value is the
  /// type to read; the value itself may be missing. Items with the flag ARG_OUT are sent back, with the values that
  /// they have when invoke() returns. Need not be called for an operation without parameters. Throws MARSHAL;
  /// BAD_INV_ORDER (OMG minor 7) the second time and after set_exception.
  void arguments(const object_reference<NVList>& parameters);
  /// Sets the result. Throws BAD_INV_ORDER (OMG minor 9) the second time and after set_exception.
  void set_result(const Any& value);
  /// Sets a user or system exception to reply instead of a result. May be called again: the last exception counts.
  /// Throws BAD_PARAM (OMG minor 21) if the value is not an exception.
  void set_exception(const Any& value);

  /// Internal to dimma, for DynamicImplementation.
  explicit ServerRequest(dimma::ServerRequest& request) noexcept : request_(&request) {}
  void _reply();
  void _end() noexcept { request_ = nullptr; }

 protected:
  ~ServerRequest() override;

 private:
  dimma::ServerRequest& running() const;

  dimma::ServerRequest* request_;
  object_reference<NVList> parameters_;
  Any result_;
  Any exception_;
  bool has_result_ = false;
  bool has_exception_ = false;
};

}  // namespace CORBA

namespace PortableServer {

/// The base of dynamic servants. The ORB itself answers _is_a, _non_existent and the like.
class DynamicImplementation : public virtual Servant {
 public:
  /// Serves one request; may be called for several requests at once. Exceptions reach the caller like those of a
  /// skeleton's operation, except that user exceptions have to be set with set_exception.
  virtual void invoke(CORBA::object_reference<CORBA::ServerRequest> request) = 0;
  /// Returns the repository id of the most derived interface of the object with this id.
  virtual std::string _primary_interface(const ObjectId& id, CORBA::object_reference<POA> poa) = 0;

  /// Returns a reference to the object, like _this() of a skeleton.
  CORBA::object_reference<CORBA::Object> _this() { return _this_object(); }

  bool _is_a(const std::string& repository_id) override;
  std::string _repository_id() override;
  std::string _interface_of(const ObjectId& id, CORBA::object_reference<POA> poa) override;
  bool _dispatch(dimma::ServerRequest& request) override;
  const dimma::InterfaceTag* _most_derived_interface() const noexcept override { return nullptr; }

 protected:
  ~DynamicImplementation() override;
};

}  // namespace PortableServer

namespace CORBA {
template <>
struct servant_traits<PortableServer::DynamicImplementation>
    : dimma::skeleton_traits<Object, PortableServer::DynamicImplementation> {};
}  // namespace CORBA

template <>
struct IDL::traits<CORBA::ServerRequest> : dimma::local_interface_traits<CORBA::ServerRequest> {};
