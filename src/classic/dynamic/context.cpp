#include "classic/dynamic/context.hpp"

#include "classic/dynamic/refusals.hpp"

#include <functional>
#include <map>
#include <string_view>
#include <utility>

namespace dimma::classic {

CORBA::Context::~Context() = default;

namespace {

using Properties = std::map<std::string, std::string, std::less<>>;

bool matches(std::string_view pattern, std::string_view name) {
  if (!pattern.ends_with('*')) return name == pattern;
  pattern.remove_suffix(1);
  return name.starts_with(pattern);
}

std::string_view pattern_of(const char* pattern) {
  if (pattern == nullptr || *pattern == '\0') refuse_argument("the name of a property is empty");
  return pattern;
}

class ContextImpl final : public CORBA::Context {
 public:
  ContextImpl(std::string name, CORBA::Context_ptr parent)
      : name_(std::move(name)), parent_(CORBA::Context::_duplicate(parent)) {}

  const char* context_name() const override { return name_.c_str(); }
  CORBA::Context_ptr parent() const override { return parent_.in(); }
  void create_child(const char* name, CORBA::Context_out child) override {
    child = new ContextImpl(name == nullptr ? "" : name, this);
  }

  void set_one_value(const char* name, const CORBA::Any& value) override {
    const std::string_view property = pattern_of(name);
    if (property.ends_with('*')) refuse_argument("the name of a property ends with an asterisk");
    const char* text = nullptr;
    if (!(value >>= text)) refuse_argument("the value of a property is not a string");
    set(property, text);
  }
  void set_values(CORBA::NVList_ptr values) override {
    if (values == nullptr) refuse_argument("the list of properties is nil");
    for (CORBA::ULong i = 0; i != values->count(); ++i) {
      set_one_value(values->item(i)->name(), *values->item(i)->value());
    }
  }
  void delete_values(const char* pattern) override {
    const std::string_view wanted = pattern_of(pattern);
    if (std::erase_if(properties_, [&](const auto& property) { return matches(wanted, property.first); }) != 0) return;
    raise<CORBA::BAD_CONTEXT>(minor::bad_context_property, CORBA::COMPLETED_NO, pattern);
  }
  void get_values(const char* start_scope, CORBA::Flags flags, const char* pattern, CORBA::NVList_out values) override {
    const std::string_view wanted = pattern_of(pattern);
    const ContextImpl* const start = scope(start_scope == nullptr ? "" : start_scope);
    Properties found;
    for (const ContextImpl* at = start; at != nullptr; at = at->above()) {
      at->find(wanted, found);
      if ((flags & CORBA::CTX_RESTRICT_SCOPE) != 0) break;
    }
    if (found.empty()) return;
    CORBA::NVList_var list = new CORBA::NVList;
    for (const auto& [name, text] : found) *list->add_item(name.c_str(), 0)->value() <<= text.c_str();
    values = list._retn();
  }

  void set(std::string_view name, std::string_view value) { properties_.insert_or_assign(std::string(name), value); }
  // Adds the properties that match, unless properties of their names have been found.
  void find(std::string_view pattern, Properties& found) const {
    for (const auto& property : properties_) {
      if (matches(pattern, property.first)) found.insert(property);
    }
  }
  const ContextImpl* above() const { return dynamic_cast<const ContextImpl*>(parent_.in()); }

 private:
  const ContextImpl* scope(std::string_view name) const {
    const ContextImpl* at = this;
    while (at != nullptr && !name.empty() && at->name_ != name) at = at->above();
    if (at == nullptr) {
      const std::string detail = "there is no context " + std::string(name);
      raise<CORBA::BAD_CONTEXT>(minor::bad_context_scope, CORBA::COMPLETED_NO, detail.c_str());
    }
    return at;
  }

  const std::string name_;
  const CORBA::Context_var parent_;
  Properties properties_;
};

}  // namespace

std::vector<std::string> properties_to_send(CORBA::Context_ptr context, CORBA::ContextList& patterns) {
  Properties found;
  for (CORBA::ULong i = 0; i != patterns.count(); ++i) {
    for (const auto* at = dynamic_cast<const ContextImpl*>(context); at != nullptr; at = at->above()) {
      at->find(patterns.item(i), found);
    }
  }
  std::vector<std::string> properties;
  for (auto& [name, value] : found) {
    properties.push_back(name);
    properties.push_back(std::move(value));
  }
  return properties;
}

CORBA::Context_ptr received_context(const std::vector<std::string>& properties) {
  auto* const context = new ContextImpl("", nullptr);
  for (std::size_t i = 0; i + 1 < properties.size(); i += 2) context->set(properties[i], properties[i + 1]);
  return context;
}

// Never destroyed, because it may be in use while static objects are destroyed.
CORBA::Context_ptr default_context() {
  static auto* const context = new ContextImpl("", nullptr);
  return CORBA::Context::_duplicate(context);
}

}  // namespace dimma::classic
