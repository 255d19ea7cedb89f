#pragma once
// A naming context for tests, an implementation of idl/CosNaming.idl.

#include "CosNaming_skel.hpp"

#include <map>
#include <string>

namespace dimma::test {

// Finds objects by the ids of their names, and has no context but itself.
class ContextServant : public virtual CORBA::servant_traits<CosNaming::NamingContext>::base_type {
 public:
  static std::string text_of(const CosNaming::Name& name) {
    std::string text;
    for (const auto& component : name) text += component.id() + "," + component.kind() + ";";
    return text;
  }
  void bind(const CosNaming::Name& name, CORBA::object_reference<CORBA::Object> object) override {
    if (!bound_.emplace(text_of(name), object).second) throw CosNaming::NamingContext::AlreadyBound();
  }
  void rebind(const CosNaming::Name& name, CORBA::object_reference<CORBA::Object> object) override {
    bound_[text_of(name)] = object;
  }
  CORBA::object_reference<CORBA::Object> resolve(const CosNaming::Name& name) override {
    const auto found = bound_.find(text_of(name));
    if (found != bound_.end()) return found->second;
    using CosNaming::NamingContext;
    throw NamingContext::NotFound(NamingContext::NotFoundReason::not_context, name);
  }
  void unbind(const CosNaming::Name& name) override { bound_.erase(text_of(name)); }
  void bind_context(const CosNaming::Name&, CORBA::object_reference<CosNaming::NamingContext>) override {}
  void rebind_context(const CosNaming::Name&, CORBA::object_reference<CosNaming::NamingContext>) override {}
  CORBA::object_reference<CosNaming::NamingContext> new_context() override { return {}; }
  CORBA::object_reference<CosNaming::NamingContext> bind_new_context(const CosNaming::Name&) override { return {}; }
  void destroy() override {}
  void list(std::uint32_t, CosNaming::BindingList& list,
            CORBA::object_reference<CosNaming::BindingIterator>&) override {
    for (const auto& [name, object] : bound_) {
      list.emplace_back(CosNaming::Name{CosNaming::NameComponent(name, "")}, CosNaming::BindingType::nobject);
    }
  }

 private:
  std::map<std::string, CORBA::object_reference<CORBA::Object>> bound_;
};

}  // namespace dimma::test
