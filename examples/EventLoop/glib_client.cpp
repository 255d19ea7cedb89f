// An ordinary client of glib_server. It waits until the server's timer has ticked TICKS times.
//
//   glib_client REFERENCE TICKS [ORB options]

#include "ticker.hpp"

#include <dimma/orb.hpp>

#include <chrono>
#include <cstdint>
#include <exception>
#include <iostream>
#include <string>
#include <thread>

namespace {

int count(int argc, char** argv) {
  const auto orb = CORBA::ORB_init(argc, argv);
  if (argc != 3) {
    std::cerr << "usage: glib_client REFERENCE TICKS\n";
    orb->destroy();
    return 2;
  }
  const auto ticker = IDL::traits<Ticker>::narrow(orb->string_to_object(argv[1]));
  const auto wanted = std::stoul(argv[2]);
  ticker->interval(10);
  std::uint32_t ticks = 0;
  while ((ticks = ticker->ticks()) < wanted) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  std::cout << "ticks: " << ticks << '\n';
  orb->destroy();
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return count(argc, argv);
  } catch (const std::exception& exception) {
    std::cerr << "glib_client: " << exception.what() << '\n';
  }
  return 1;
}
