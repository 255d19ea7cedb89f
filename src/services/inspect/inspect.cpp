#include <dimma/inspect.hpp>

#include "base/never_destroyed.hpp"
#include "orb/extensions/inspection.hpp"
#include "orb/lifecycle/orb_lifecycle.hpp"
#include "orb/lifecycle/registry.hpp"
#include "services/inspect/http/address.hpp"
#include "services/inspect/http/guard.hpp"
#include "services/inspect/http/listening.hpp"
#include "services/inspect/objects.hpp"
#include "transport/secure.hpp"

#include <dimma/asio/inspect.hpp>
#include <dimma/minor.hpp>

#include <stdexcept>
#include <system_error>
#include <utility>

namespace dimma::inspect {

namespace {

using OrbRef = CORBA::object_reference<CORBA::ORB>;
using Listening = std::unique_ptr<Server::Listening>;
// Starts listening on a thread or on an executor.
using Listen = std::function<Listening(const Address& address, Offered offered)>;

[[noreturn]] void refuse_option(const std::string& what, const std::string& why) {
  throw CORBA::BAD_PARAM(minor::bad_param_option, CORBA::COMPLETED_NO, what + ": " + why);
}

// Throws for an unprotected address of the network, at which other machines could observe this process.
void require_guarded(const std::string& text, const Address& address, const Offered& offered) {
  if (address.kind != Address::Kind::tcp) return;
  const std::string of_network =
      "'" + text + "' is not an address of this machine alone (127.0.0.1, [::1], localhost): ";
  if (address.has_tls && offered.tls == nullptr) {
    throw std::invalid_argument((address.is_loopback ? "'" + text + "': " : of_network + "it needs TLS, and ") +
                                std::string(transport::no_tls));
  }
  if (!address.is_loopback && offered.token.empty()) {
    throw std::invalid_argument(of_network + "it needs a token (--dimma-inspect-token-file FILE)");
  }
}

Listening listen(const OrbRef& orb, const std::string& what, const std::string& text, Address address,
                 const std::string& token, const Listen& begin) {
  try {
    Offered offered{[orb](std::string_view target) { return answer_to(orb, target); }, token};
    if (address.has_tls) offered.tls = orb::OrbAccess::lifecycle(*orb)->tls();
    require_guarded(text, address, offered);
    return begin(address, std::move(offered));
  } catch (const std::invalid_argument& wrong) {
    refuse_option(what, wrong.what());
  } catch (const QoSError& wrong) {
    refuse_option(what, "'" + text + "': " + wrong.what());
  } catch (const std::system_error& error) {
    refuse_option(what, "'" + text + "': cannot listen: " + error.code().message());
  }
}

Address read(const std::string& what, const std::string& text) {
  try {
    return read_address(text);
  } catch (const std::invalid_argument& wrong) {
    refuse_option(what, wrong.what());
  }
}

std::string read_token_of(const orb::InspectOptions& wanted) {
  if (wanted.token_file.empty()) return {};
  try {
    return read_token(wanted.token_file);
  } catch (const std::invalid_argument& wrong) {
    refuse_option(wanted.token_option, wrong.what());
  }
}

// Returns another address if an ORB of this process already listens at the given one, since options and variables may
// apply to several ORBs.
Address beside_others(Address address) {
  if (!is_taken_here(address) || address.kind == Address::Kind::abstract) return address;
  if (address.kind == Address::Kind::tcp) {
    address.port = 0;
    return address;
  }
  const std::string path = address.host;
  for (int number = 2; is_taken_here(address); ++number) address.host = path + '-' + std::to_string(number);
  return address;
}

Listening listen_as_wanted(const OrbRef& orb, const orb::InspectOptions& wanted) {
  const auto& what = wanted.at_option;
  return listen(orb, what, wanted.at, beside_others(read(what, wanted.at)), read_token_of(wanted), listen_by_thread);
}

class Wanted final : public orb::Inspection {
 public:
  explicit Wanted(Listening listening) : listening_(std::move(listening)) {}
  const std::string& address() const noexcept override {
    static NeverDestroyed<std::string> none;
    return listening_ ? listening_->address() : *none;
  }

 private:
  const Listening listening_;
};

std::unique_ptr<orb::Inspection> begin(const OrbRef& orb, const orb::InspectOptions& wanted) {
  auto inspection = std::make_unique<Wanted>(wanted.at.empty() ? nullptr : listen_as_wanted(orb, wanted));
  if (wanted.has_object) publish_inspector(orb);
  return inspection;
}

[[maybe_unused]] const bool is_offered = (orb::offer_inspection(begin), true);

void require_token(const std::string& what, const std::string& token) {
  if (token.empty()) return;
  if (const auto fault = fault_of_token(token); !fault.empty()) refuse_option(what, fault);
}

}  // namespace

Server::Server(std::unique_ptr<Listening> listening) noexcept : listening_(std::move(listening)) {}
Server::Server(Server&& other) noexcept = default;
Server& Server::operator=(Server&& other) noexcept = default;
Server::~Server() = default;

const std::string& Server::address() const noexcept { return listening_->address(); }

Server serve(const OrbRef& orb, const std::string& address, const std::string& token) {
  constexpr const char* what = "dimma::inspect::serve";
  require_token(what, token);
  return Server(listen(orb, what, address, read(what, address), token, listen_by_thread));
}

}  // namespace dimma::inspect

namespace dimma::asio {

inspect::Server inspect_on(const boost::asio::any_io_executor& executor, const CORBA::object_reference<CORBA::ORB>& orb,
                           const std::string& address, const std::string& token) {
  using namespace inspect;
  constexpr const char* what = "dimma::asio::inspect_on";
  require_token(what, token);
  return Server(listen(orb, what, address, read(what, address), token, [&executor](const Address& at, Offered offered) {
    return listen_on(executor, at, std::move(offered));
  }));
}

}  // namespace dimma::asio

// Programs that are linked with the library refer to this symbol, so that the linker includes this file.
extern "C" {
extern const char dimma_inspect_is_linked;
const char dimma_inspect_is_linked = 1;
}
