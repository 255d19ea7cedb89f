#include "flat_context.hpp"

#include <algorithm>
#include <cstddef>

namespace naming_test {

namespace {

typedef std::lock_guard<std::mutex> Lock;

Key key_of(const CosNaming::Name& name) {
  if (name.length() != 1) throw CosNaming::NamingContext::InvalidName();
  return Key(name[0].id.in(), name[0].kind.in());
}

CosNaming::Binding binding_of(const Key& key) {
  CosNaming::Binding binding;
  binding.binding_name.length(1);
  binding.binding_name[0].id = key.first.c_str();
  binding.binding_name[0].kind = key.second.c_str();
  binding.binding_type = CosNaming::nobject;
  return binding;
}

// Returns the bindings of the first keys, and removes these.
CosNaming::BindingList* take(std::vector<Key>& keys, CORBA::ULong how_many) {
  const std::size_t count = std::min<std::size_t>(how_many, keys.size());
  CosNaming::BindingList_var bindings = new CosNaming::BindingList;
  bindings->length(static_cast<CORBA::ULong>(count));
  for (CORBA::ULong i = 0; i != bindings->length(); ++i) bindings[i] = binding_of(keys[i]);
  keys.erase(keys.begin(), keys.begin() + static_cast<std::ptrdiff_t>(count));
  return bindings._retn();
}

void deactivate(PortableServer::ServantBase& servant) {
  PortableServer::POA_var poa = servant._default_POA();
  PortableServer::ObjectId_var id = poa->servant_to_id(&servant);
  poa->deactivate_object(id);
}

}  // namespace

CORBA::Boolean RemainingBindings::next_one(CosNaming::Binding_out binding) {
  const Lock lock(mutex_);
  if (keys_.empty()) {
    binding = new CosNaming::Binding();
    return false;
  }
  binding = new CosNaming::Binding(binding_of(keys_.front()));
  keys_.erase(keys_.begin());
  return true;
}

CORBA::Boolean RemainingBindings::next_n(CORBA::ULong how_many, CosNaming::BindingList_out bindings) {
  const Lock lock(mutex_);
  const bool is_empty = keys_.empty();
  bindings = take(keys_, how_many);
  return !is_empty;
}

void RemainingBindings::destroy() { deactivate(*this); }

void FlatContext::bind(const CosNaming::Name& name, CORBA::Object_ptr object) {
  const Lock lock(mutex_);
  CORBA::Object_var kept = CORBA::Object::_duplicate(object);
  if (!objects_.insert(std::make_pair(key_of(name), kept)).second) throw CosNaming::NamingContext::AlreadyBound();
}

void FlatContext::rebind(const CosNaming::Name& name, CORBA::Object_ptr object) {
  const Lock lock(mutex_);
  objects_[key_of(name)] = CORBA::Object::_duplicate(object);
}

void FlatContext::bind_context(const CosNaming::Name& name, CosNaming::NamingContext_ptr) {
  throw CosNaming::NamingContext::CannotProceed(nullptr, name);
}

void FlatContext::rebind_context(const CosNaming::Name& name, CosNaming::NamingContext_ptr) {
  throw CosNaming::NamingContext::CannotProceed(nullptr, name);
}

CORBA::Object_ptr FlatContext::resolve(const CosNaming::Name& name) {
  const Lock lock(mutex_);
  const auto found = objects_.find(key_of(name));
  if (found == objects_.end()) {
    throw CosNaming::NamingContext::NotFound(CosNaming::NamingContext::missing_node, name);
  }
  return CORBA::Object::_duplicate(found->second);
}

void FlatContext::unbind(const CosNaming::Name& name) {
  const Lock lock(mutex_);
  if (objects_.erase(key_of(name)) == 0) {
    throw CosNaming::NamingContext::NotFound(CosNaming::NamingContext::missing_node, name);
  }
}

CosNaming::NamingContext_ptr FlatContext::new_context() {
  PortableServer::Servant_var<FlatContext> made = new FlatContext;
  return made->_this();
}

CosNaming::NamingContext_ptr FlatContext::bind_new_context(const CosNaming::Name& name) {
  throw CosNaming::NamingContext::CannotProceed(nullptr, name);
}

void FlatContext::destroy() {
  const Lock lock(mutex_);
  if (!objects_.empty()) throw CosNaming::NamingContext::NotEmpty();
  deactivate(*this);
}

void FlatContext::list(CORBA::ULong how_many, CosNaming::BindingList_out bindings,
                       CosNaming::BindingIterator_out rest) {
  const Lock lock(mutex_);
  std::vector<Key> keys;
  for (const auto& each : objects_) keys.push_back(each.first);
  bindings = take(keys, how_many);
  rest = CosNaming::BindingIterator::_nil();
  if (keys.empty()) return;
  PortableServer::Servant_var<RemainingBindings> remaining = new RemainingBindings(keys);
  rest = remaining->_this();
}

}  // namespace naming_test
