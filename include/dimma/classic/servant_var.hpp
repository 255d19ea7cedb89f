#pragma once
/// PortableServer::Servant_var and ServantBase_var (formal/2012-07-02, "Servant Memory Management Considerations").

#include <dimma/classic/servant.hpp>

namespace dimma {
namespace classic {
namespace PortableServer {

/// Holds one reference to a servant, which it removes when it is destroyed or assigned to. May be null. Not
/// thread-safe while it is being changed.
template <class T>
class Servant_var {
 public:
  Servant_var() : servant_(0) {}
  /// Takes the caller's reference.
  Servant_var(T* servant) : servant_(servant) {}
  /// Adds a reference.
  Servant_var(const Servant_var& other) : servant_(other.added()) {}
  template <class Derived>
  Servant_var(const Servant_var<Derived>& other) : servant_(other.in()) {
    if (servant_ != 0) servant_->_add_ref();
  }
  ~Servant_var() { remove(); }

  Servant_var& operator=(T* servant) {
    if (servant != servant_) replace(servant);
    return *this;
  }
  Servant_var& operator=(const Servant_var& other) {
    if (this != &other) replace(other.added());
    return *this;
  }

  T* operator->() const { return servant_; }
  T& operator*() const { return *servant_; }
  operator T*() const { return servant_; }

  /// The pointer as an argument of each direction, null if there is none. Its reference still belongs to this.
  T* in() const { return servant_; }
  T*& inout() { return servant_; }
  /// Removes the reference, and returns the pointer for an out argument.
  T*& out() {
    replace(0);
    return servant_;
  }
  /// Gives the reference to the caller, and leaves null.
  T* _retn() {
    T* const servant = servant_;
    servant_ = 0;
    return servant;
  }

 private:
  T* added() const {
    if (servant_ != 0) servant_->_add_ref();
    return servant_;
  }
  void remove() {
    if (servant_ != 0) servant_->_remove_ref();
  }
  void replace(T* servant) {
    T* const before = servant_;
    servant_ = servant;
    if (before != 0) before->_remove_ref();
  }

  T* servant_;
};

typedef Servant_var<ServantBase> ServantBase_var;

}  // namespace PortableServer
}  // namespace classic
}  // namespace dimma
