#include <tao/IORTable/IORTable.h>

#include "classic/exceptions/raise.hpp"
#include "classic/exceptions/translation.hpp"
#include "classic/objects/text_or_empty.hpp"
#include "classic/orb/offered_objects.hpp"

#include <dimma/classic/local_object.hpp>
#include <dimma/minor.hpp>
#include <dimma/publish.hpp>

#include <utility>

namespace dimma::tao::IORTable {

Locator::~Locator() = default;
Table::~Table() = default;

namespace {

using ModernOrb = ::CORBA::object_reference<::CORBA::ORB>;

class PublishedNames final : public virtual Table, public virtual CORBA::LocalObject {
 public:
  explicit PublishedNames(ModernOrb orb) : orb_(std::move(orb)) {}

  void bind(const char* object_key, const char* ior) override {
    classic::with_classic_exceptions([&] {
      if (!publish_if_new(orb_, classic::text_or_empty(object_key),
                          orb_->string_to_object(classic::text_or_empty(ior))))
        throw AlreadyBound();
    });
  }
  void rebind(const char* object_key, const char* ior) override {
    classic::with_classic_exceptions([&] {
      publish(orb_, classic::text_or_empty(object_key), orb_->string_to_object(classic::text_or_empty(ior)));
    });
  }
  void unbind(const char* object_key) override {
    classic::with_classic_exceptions([&] {
      if (!unpublish(orb_, classic::text_or_empty(object_key))) throw NotFound();
    });
  }
  char* find(const char* object_key) override {
    return classic::with_classic_exceptions([&] {
      const auto object = published(orb_, classic::text_or_empty(object_key));
      if (!object) throw NotFound();
      return CORBA::string_dup(orb_->object_to_string(object).c_str());
    });
  }
  void set_locator(Locator_ptr locator) override {
    if (locator == nullptr) return;
    classic::raise<CORBA::NO_IMPLEMENT>(minor::no_implement_unsupported, CORBA::COMPLETED_NO,
                                        "the IOR table calls no locator: bind the keys, or use a servant manager");
  }

 private:
  const ModernOrb orb_;
};

const classic::OfferedObject offered("IORTable",
                                     [](const ModernOrb& orb) -> CORBA::Object_ptr { return new PublishedNames(orb); });

}  // namespace

}  // namespace dimma::tao::IORTable
