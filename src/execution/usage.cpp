#include "execution/usage.hpp"

#include "base/sealing.hpp"

#include <dimma/exception.hpp>
#include <dimma/minor.hpp>

namespace dimma::execution {

namespace {
std::string none_left(std::string_view what, std::string_view state) {
  return std::string("no ").append(what).append(" is free: ").append(state);
}
}  // namespace

Usage& Usage::operator+=(const Usage& other) noexcept {
  in_use += other.in_use;
  in_use_max += other.in_use_max;
  made += other.made;
  limit = limit == no_limit || other.limit == no_limit ? no_limit : limit + other.limit;
  waits += other.waits;
  refusals += other.refusals;
  return *this;
}

std::string usage_text(const Usage& usage) {
  return std::to_string(usage.in_use) + " in use, " + std::to_string(usage.in_use_max) + " at most, " +
         std::to_string(usage.made) + " made, " + std::to_string(usage.waits) + " waited, " +
         std::to_string(usage.refusals) + " refused";
}

std::string allocator_text(std::string_view kind, const Usage& usage) {
  const std::string limit = usage.limit == no_limit ? "no limit" : std::to_string(usage.limit);
  return std::string(kind).append(" of ").append(limit) + ", " + std::to_string(usage.in_use) + " in use, " +
         std::to_string(usage.in_use_max) + " at most";
}

void raise_exhausted(std::string_view what, std::string_view state) {
  throw CORBA::NO_RESOURCES(minor::no_resources_exhausted, CORBA::COMPLETED_NO, sealing::words([&] {
                              return none_left(what, state) + "; raise the limit in the QoS, or set exhausted=wait";
                            }));
}

void raise_timed_out(std::string_view what, std::string_view state) {
  throw CORBA::TIMEOUT(minor::timeout_resources, CORBA::COMPLETED_NO, sealing::words([&] {
                         return none_left(what, state) + "; none became free before the deadline";
                       }));
}

void raise_would_wait(std::string_view what, std::string_view state) {
  throw CORBA::NO_RESOURCES(minor::no_resources_exhausted, CORBA::COMPLETED_NO, sealing::words([&] {
                              return none_left(what, state) +
                                     "; waiting could deadlock, because its holder may depend on this upcall";
                            }));
}

}  // namespace dimma::execution
