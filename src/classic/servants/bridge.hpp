#pragma once
// The servant of the modern mapping that stands for a servant of the classic one.

#include <dimma/classic/servant.hpp>
#include <dimma/poa.hpp>
#include <dimma/servant.hpp>

#include <atomic>
#include <string>

namespace dimma::classic {

// Exists while the classic servant is active in some POA or has requests in progress, and holds one reference to it for
// that time. There is at most one bridge of a servant, by which POAs know the servant again. If the application
// destroys the servant nevertheless, the bridge answers that the object does not exist.
class Bridge final : public ::PortableServer::Servant {
 public:
  // Made by bridge_of() alone.
  explicit Bridge(PortableServer::ServantBase& servant);

  // Returns null if the servant has been destroyed.
  PortableServer::ServantBase* servant() const noexcept { return servant_.load(std::memory_order_acquire); }
  // Called by the destructor of the servant.
  void servant_is_gone() noexcept { servant_.store(nullptr, std::memory_order_release); }

  // Implements `_this()` of the classic servant.
  ::CORBA::object_reference<::CORBA::Object> this_object() { return _this_object(); }
  // Returns the root POA of the ORB that was created first.
  ::CORBA::object_reference<::PortableServer::POA> root_poa() { return Servant::_default_POA(); }

  // Serves the operations that every object has. Returns false for any other operation.
  bool serve_object_operation(::dimma::ServerRequest& request) { return Servant::_dispatch(request); }

  ::CORBA::object_reference<::PortableServer::POA> _default_POA() override;
  bool _is_a(const std::string& repository_id) override;
  bool _non_existent() override;
  std::string _repository_id() override;
  std::string _interface_of(const ::PortableServer::ObjectId& id,
                            ::CORBA::object_reference<::PortableServer::POA> poa) override;
  ::CORBA::object_reference<::CORBA::Object> _get_component() override;
  bool _dispatch(::dimma::ServerRequest& request) override;
  void* _operations(const InterfaceTag* tag) noexcept override;
  // Returns nullptr, so that modern stubs of this process make requests.
  const InterfaceTag* _most_derived_interface() const noexcept override { return nullptr; }

 private:
  ~Bridge() override;
  PortableServer::ServantBase& existing() const;
  std::string interface_of(const ServedObject* object) const;

  std::atomic<PortableServer::ServantBase*> servant_;
};

// Returns the bridge of the servant, a new one if the servant has none. Throws the classic BAD_PARAM for null.
::CORBA::servant_reference<Bridge> bridge_of(PortableServer::ServantBase* servant);

// Returns the classic servant that the modern one stands for, without a new reference; null if the modern one is not a
// bridge, or its servant has been destroyed.
PortableServer::ServantBase* classic_servant(const ::CORBA::servant_reference<::PortableServer::Servant>& servant);

}  // namespace dimma::classic
