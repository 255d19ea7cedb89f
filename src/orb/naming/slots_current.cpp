#include "orb/naming/slots_current.hpp"

#include "orb/state/orb_state.hpp"

#include <dimma/minor.hpp>

#include <utility>

namespace dimma::orb {

namespace {

class SlotsCurrent final : public PortableInterceptor::Current {
 public:
  explicit SlotsCurrent(std::shared_ptr<OrbState> orb) : orb_(std::move(orb)) {}
  ~SlotsCurrent() override = default;

  CORBA::Any get_slot(PortableInterceptor::SlotId id) override {
    const Slots& slots = usable(id);
    return slots.of_this_thread()[id];
  }
  void set_slot(PortableInterceptor::SlotId id, const CORBA::Any& data) override {
    const Slots& slots = usable(id);
    auto values = slots.of_this_thread();
    values[id] = data;
    slots.set_of_this_thread(std::move(values));
  }

 private:
  const Slots& usable(PortableInterceptor::SlotId id) const {
    const Slots& slots = orb_->interceptors().slots();
    if (!slots.sealed()) {
      throw CORBA::BAD_INV_ORDER(minor::bad_inv_order_interceptor, CORBA::COMPLETED_NO,
                                 "PICurrent has no slots while the ORB is being initialized");
    }
    slots.require(id);
    return slots;
  }

  const std::shared_ptr<OrbState> orb_;
};

}  // namespace

CORBA::object_reference<CORBA::Object> make_slots_current(std::shared_ptr<OrbState> orb) {
  return CORBA::make_reference<SlotsCurrent>(std::move(orb));
}

}  // namespace dimma::orb
