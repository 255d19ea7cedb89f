#pragma once
/// The executors that calls complete on. Internal to dimma.

#include <dimma/asio/executor.hpp>
#include <dimma/event_loop.hpp>
#include <dimma/object.hpp>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/system_executor.hpp>

#include <memory>
#include <typeinfo>

namespace dimma::asio::detail {

/// The executor for handlers without an executor: the one that runs the ORB, stored there by run_on(), or else the
/// system executor.
using Home = std::shared_ptr<const AsioExecutor>;

/// Never destroyed, since calls may end after main() has returned.
inline const Home& system_home() {
  static const auto* const home = new Home(std::make_shared<AsioExecutor>(boost::asio::system_executor()));
  return *home;
}

inline Home home_of(const std::shared_ptr<UpcallExecutor>& executor) {
  if (executor) {
    const UpcallExecutor& known = *executor;
    if (typeid(known) == typeid(AsioExecutor)) return std::static_pointer_cast<const AsioExecutor>(executor);
  }
  return system_home();
}
inline Home home_of(const CORBA::Object& target) { return home_of(event_executor_of(target)); }
inline Home home_of(const CORBA::object_reference<CORBA::ORB>& orb) { return home_of(event_executor_of(orb)); }

}  // namespace dimma::asio::detail
