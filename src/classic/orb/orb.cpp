#include <dimma/classic/orb.hpp>

#include "classic/anys/modern_any.hpp"
#include "classic/exceptions/translation.hpp"
#include "classic/objects/local_wrapper.hpp"
#include "classic/objects/modern.hpp"
#include "classic/objects/text_or_empty.hpp"
#include "classic/orb/offered_objects.hpp"
#include "classic/orb/wrap.hpp"

#include <dimma/classic/policy.hpp>
#include <dimma/classic/values/strings.hpp>
#include <dimma/orb.hpp>
#include <dimma/policy.hpp>

#include <memory>
#include <string>
#include <utility>

namespace dimma::classic {

namespace CORBA {
ORB::~ORB() = default;
}

namespace {

template <class Function>
decltype(auto) with_names(Function function) {
  return with_classic_exceptions([&] {
    try {
      return function();
    } catch (const ::CORBA::ORB::InvalidName&) {
      throw CORBA::ORB::InvalidName();
    }
  });
}

// Implements the classic ORB by the modern one. Any number of these stand for the same ORB.
class WrappedOrb final : public virtual CORBA::ORB, public LocalWrapper {
 public:
  explicit WrappedOrb(::CORBA::object_reference<::CORBA::ORB> orb) : orb_(std::move(orb)) {}

  ModernReference modern() const override { return orb_; }
  char* id() override { return CORBA::string_dup(orb_->id().c_str()); }

  CORBA::Object_ptr string_to_object(const char* text) override {
    return with_classic_exceptions([&] { return classic_of(orb_->string_to_object(text_or_empty(text))); });
  }
  char* object_to_string(CORBA::Object_ptr object) override {
    return with_classic_exceptions(
        [&] { return CORBA::string_dup(orb_->object_to_string(modern_of_any(object)).c_str()); });
  }

  CORBA::Object_ptr resolve_initial_references(const char* name) override {
    return with_names([&] {
      const std::string wanted = text_or_empty(name);
      if (auto* const offered = make_offered(wanted, orb_)) return offered;
      return classic_of(orb_->resolve_initial_references(wanted));
    });
  }
  ObjectIdList* list_initial_services() override {
    return with_classic_exceptions([&] {
      const auto names = orb_->list_initial_services();
      auto list = std::make_unique<ObjectIdList>();
      list->length(static_cast<CORBA::ULong>(names.size()));
      CORBA::ULong at = 0;
      for (const auto& name : names) (*list)[at++] = name.c_str();
      return list.release();
    });
  }
  void register_initial_reference(const char* name, CORBA::Object_ptr object) override {
    with_names([&] { orb_->register_initial_reference(text_or_empty(name), modern_of_any(object)); });
  }

  CORBA::Policy_ptr create_policy(CORBA::PolicyType type, const CORBA::Any& value) override {
    return with_classic_exceptions([&] {
      try {
        const auto policy = orb_->create_policy(type, AnyAccess::modern(value));
        return CORBA::Policy::_narrow(CORBA::Object_var(classic_of(policy)).in());
      } catch (const ::CORBA::PolicyError& error) {
        throw CORBA::PolicyError(error.reason());
      }
    });
  }

  void run() override {
    with_classic_exceptions([&] { orb_->run(); });
  }
  CORBA::Boolean work_pending() override {
    return with_classic_exceptions([&] { return orb_->work_pending(); });
  }
  void perform_work() override {
    with_classic_exceptions([&] { orb_->perform_work(); });
  }
  void shutdown(CORBA::Boolean wait_for_completion) override {
    with_classic_exceptions([&] { orb_->shutdown(wait_for_completion); });
  }
  void destroy() override {
    with_classic_exceptions([&] { orb_->destroy(); });
  }

 private:
  const ::CORBA::object_reference<::CORBA::ORB> orb_;
};

}  // namespace

CORBA::ORB_ptr classic_orb(const ::CORBA::object_reference<::CORBA::ORB>& orb) {
  return orb ? new WrappedOrb(orb) : nullptr;
}

::CORBA::object_reference<::CORBA::ORB> modern_orb(const CORBA::ORB& orb) {
  return ::IDL::traits<::CORBA::ORB>::narrow(modern_of(orb));
}

}  // namespace dimma::classic
