#include "provider/provider_servant.hpp"

namespace aida {

CORBA::Any in_any(Datum datum) {
  return std::visit(
      [](auto&& held) {
        using Held = std::remove_cvref_t<decltype(held)>;
        if constexpr (std::is_same_v<Held, CORBA::Any>) {
          return std::move(held);
        } else {
          CORBA::Any any;
          any <<= std::move(held);
          return any;
        }
      },
      std::move(datum));
}

CORBA::Any ProviderServant::get_any(const std::string& name, const Parameters& parameters) {
  return in_any(source_.read(name, parameters));
}

Aida::WatchedBuffer ProviderServant::watch_here(const std::string& name, const Parameters& parameters,
                                                std::uint32_t period_ms) {
  return watches_.begin_here({name, parameters, std::chrono::milliseconds(period_ms)});
}

std::uint64_t ProviderServant::watch_there(const std::string& name, const Parameters& parameters,
                                           std::uint32_t period_ms, IDL::traits<CORBA::Object>::ref_type buffer) {
  return watches_.begin_there({name, parameters, std::chrono::milliseconds(period_ms)}, buffer);
}

}  // namespace aida
