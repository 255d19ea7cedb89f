// The factories of values that are registered with an ORB.

#include <dimma/classic/orb.hpp>
#include <dimma/classic/valuetypes/abstract_base.hpp>
#include <dimma/classic/valuetypes/value_factory.hpp>

#include "classic/exceptions/raise.hpp"
#include "classic/exceptions/translation.hpp"
#include "classic/orb/wrap.hpp"
#include "classic/valuetypes/modern_value.hpp"

#include <dimma/minor.hpp>
#include <dimma/orb.hpp>

#include <string>

namespace dimma::classic {

namespace {

using ModernFactory = ::CORBA::valuefactory_reference<::CORBA::ValueFactoryBase>;

// Stands for a factory in the runtime.
class FactoryBridge final : public ::CORBA::ValueFactoryBase {
 public:
  explicit FactoryBridge(CORBA::ValueFactory factory) : factory_(CORBA::ValueFactoryBase::_duplicate(factory)) {}
  ~FactoryBridge() override = default;

  CORBA::ValueFactory factory() const noexcept { return factory_.in(); }

  ::CORBA::valuetype_reference<::CORBA::ValueBase> create_for_unmarshal() override {
    return with_modern_exceptions([this] {
      CORBA::ValueBase_var made(factory_->create_for_unmarshal());
      if (made.in() == nullptr) {
        const CORBA::AbstractBase_var abstract(factory_->create_for_unmarshal_abstract());
        if (abstract.in() != nullptr) made = abstract->_to_value();
      }
      return ::CORBA::valuetype_reference<::CORBA::ValueBase>(modern_of(made.in()));
    });
  }

 private:
  const CORBA::ValueFactory_var factory_;
};

// Returns the application's factory with one reference more; null for null and for one of the modern mapping.
CORBA::ValueFactory classic_factory(const ModernFactory& factory) {
  const auto* const bridge = dynamic_cast<const FactoryBridge*>(factory._get());
  return bridge == nullptr ? nullptr : CORBA::ValueFactoryBase::_duplicate(bridge->factory());
}

std::string checked_id(const char* id) {
  if (id == nullptr) raise<CORBA::BAD_PARAM>(minor::bad_param_argument, CORBA::COMPLETED_NO, "the id is null");
  return id;
}

}  // namespace

namespace CORBA {

ValueFactoryBase::~ValueFactoryBase() = default;

ValueFactory ORB::register_value_factory(const char* id, ValueFactory factory) {
  const std::string repository_id = checked_id(id);
  ModernFactory bridge;
  if (factory != nullptr) bridge = ::CORBA::make_reference<FactoryBridge>(factory);
  return with_classic_exceptions(
      [&] { return classic_factory(modern_orb(*this)->register_value_factory(repository_id, std::move(bridge))); });
}

void ORB::unregister_value_factory(const char* id) {
  const std::string repository_id = checked_id(id);
  with_classic_exceptions([&] { modern_orb(*this)->unregister_value_factory(repository_id); });
}

ValueFactory ORB::lookup_value_factory(const char* id) {
  const std::string repository_id = checked_id(id);
  const ValueFactory found =
      with_classic_exceptions([&] { return classic_factory(modern_orb(*this)->lookup_value_factory(repository_id)); });
  if (found != nullptr) return found;
  const std::string detail = "the factory for values of " + repository_id + " is of the other mapping";
  raise<BAD_PARAM>(minor::bad_param_no_value_factory, COMPLETED_NO, detail.c_str());
}

}  // namespace CORBA

}  // namespace dimma::classic
