#pragma once
// A naming context without contexts within it, as a servant.

#include <dimma/classic/naming/CosNaming.hh>

#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace naming_test {

// The identifier and the kind of a component.
typedef std::pair<std::string, std::string> Key;

// Gives the bindings that list() has not returned.
class RemainingBindings : public POA_CosNaming::BindingIterator {
 public:
  explicit RemainingBindings(const std::vector<Key>& keys) : keys_(keys) {}

  CORBA::Boolean next_one(CosNaming::Binding_out binding) override;
  CORBA::Boolean next_n(CORBA::ULong how_many, CosNaming::BindingList_out bindings) override;
  void destroy() override;

 private:
  std::mutex mutex_;
  std::vector<Key> keys_;
};

class FlatContext : public POA_CosNaming::NamingContext {
 public:
  void bind(const CosNaming::Name& name, CORBA::Object_ptr object) override;
  void rebind(const CosNaming::Name& name, CORBA::Object_ptr object) override;
  void bind_context(const CosNaming::Name& name, CosNaming::NamingContext_ptr context) override;
  void rebind_context(const CosNaming::Name& name, CosNaming::NamingContext_ptr context) override;
  CORBA::Object_ptr resolve(const CosNaming::Name& name) override;
  void unbind(const CosNaming::Name& name) override;
  CosNaming::NamingContext_ptr new_context() override;
  CosNaming::NamingContext_ptr bind_new_context(const CosNaming::Name& name) override;
  void destroy() override;
  void list(CORBA::ULong how_many, CosNaming::BindingList_out bindings, CosNaming::BindingIterator_out rest) override;

 private:
  std::mutex mutex_;
  std::map<Key, CORBA::Object_var> objects_;
};

}  // namespace naming_test
