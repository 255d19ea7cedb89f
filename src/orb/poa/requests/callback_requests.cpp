#include "orb/poa/requests/callback_requests.hpp"

#include "channel/callbacks.hpp"
#include "orb/poa/tree/adapter.hpp"
#include "orb/state/orb_state.hpp"

#include <dimma/bidirectional.hpp>
#include <dimma/minor.hpp>

#include <utility>

namespace dimma::orb {

namespace {

// The context of a connection whose client may be called back. Decoded values that are read later keep it alive.
class CallbackContext final : public cdr::Context, public std::enable_shared_from_this<CallbackContext> {
 public:
  CallbackContext(std::shared_ptr<OrbState> orb, std::shared_ptr<channel::CallbackPath> path) noexcept
      : orb_(std::move(orb)), path_(std::move(path)) {}

  std::shared_ptr<cdr::Context> share() override { return shared_from_this(); }
  std::shared_ptr<CORBA::ValueFactoryBase> value_factory(std::string_view id) override {
    return orb_->value_factory(id);
  }
  OrbState* orb() noexcept override { return orb_.get(); }
  std::shared_ptr<channel::CallbackPath> callback_path() noexcept override { return path_; }

 private:
  const std::shared_ptr<OrbState> orb_;
  const std::shared_ptr<channel::CallbackPath> path_;
};

}  // namespace

std::shared_ptr<cdr::Context> admit_both_ways(ActiveObject& object, ServerRequest& request) {
  OrbState& orb = object.owner().orb();
  const bool is_both = adapter_of(object).policies().bidirectional == BiDirPolicy::BOTH;
  if (request.way() == RequestWay::from_server) {
    if (is_both || orb.options().offers_callbacks) return nullptr;
    throw CORBA::NO_PERMISSION(
        minor::no_permission_callback, CORBA::COMPLETED_NO,
        "POA " + object.owner().path_in_words() +
            " does not have BiDirPolicy::BOTH: its objects cannot be called over connections that this ORB has opened");
  }
  if (!is_both && !orb.options().accepts_callbacks) return nullptr;
  auto context = std::make_shared<CallbackContext>(orb.shared_from_this(), request.callback_path());
  request.arguments().context(context.get());
  return context;
}

}  // namespace dimma::orb
