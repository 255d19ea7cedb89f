#include <dimma/inspect.hpp>

#include "orb/lifecycle/inspection.hpp"
#include "orb/state/options.hpp"
#include "services/inspect/listening.hpp"
#include "services/inspect/objects.hpp"

#include <dimma/minor.hpp>

#include <stdexcept>
#include <system_error>
#include <utility>

namespace dimma::inspect {

namespace {

std::unique_ptr<Server::Listening> listen(const CORBA::object_reference<CORBA::ORB>& orb, const std::string& what,
                                          const std::string& address) {
  const auto refuse = [&](const std::string& why) {
    throw CORBA::BAD_PARAM(minor::bad_param_option, CORBA::COMPLETED_NO, what + ": " + why);
  };
  try {
    return std::make_unique<Server::Listening>(address,
                                               [orb](std::string_view target) { return answer_to(orb, target); });
  } catch (const std::invalid_argument& wrong) {
    refuse(wrong.what());
  } catch (const std::system_error& error) {
    refuse("'" + address + "' can't be listened at: " + error.code().message());
  }
  return nullptr;
}

class Wanted final : public orb::Inspection {
 public:
  explicit Wanted(std::unique_ptr<Server::Listening> listening) : listening_(std::move(listening)) {}
  const std::string& address() const noexcept override {
    static const std::string none;
    return listening_ ? listening_->address() : none;
  }

 private:
  const std::unique_ptr<Server::Listening> listening_;
};

std::unique_ptr<orb::Inspection> begin(const CORBA::object_reference<CORBA::ORB>& orb,
                                       const orb::InspectOptions& wanted) {
  auto inspection = std::make_unique<Wanted>(wanted.at.empty() ? nullptr : listen(orb, wanted.at_option, wanted.at));
  if (wanted.has_object) publish_inspector(orb);
  return inspection;
}

[[maybe_unused]] const bool is_offered = (orb::offer_inspection(begin), true);

}  // namespace

Server::Server(std::unique_ptr<Listening> listening) noexcept : listening_(std::move(listening)) {}
Server::Server(Server&& other) noexcept = default;
Server& Server::operator=(Server&& other) noexcept = default;
Server::~Server() = default;

const std::string& Server::address() const noexcept { return listening_->address(); }

Server serve(const CORBA::object_reference<CORBA::ORB>& orb, const std::string& address) {
  return Server(listen(orb, "dimma::inspect::serve", address));
}

}  // namespace dimma::inspect

// What a program that is linked with the library refers to, so that this file is taken.
extern "C" {
extern const char dimma_inspect_is_linked;
const char dimma_inspect_is_linked = 1;
}
