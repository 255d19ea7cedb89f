#pragma once
// The client's own object, which the server calls back.

#include "outcomes.hpp"
#include "proof.hpp"

#include <stress_skel.hpp>

namespace stress {

class OwnTarget final : public virtual CORBA::servant_traits<Stress::Target>::base_type {
 public:
  explicit OwnTarget(const Outcomes& outcomes) : outcomes_(outcomes) {}
  Stress::Octets call(std::uint64_t id, const Stress::Octets& argument, std::uint32_t reply_octets,
                      std::uint32_t) override {
    const auto wrong = wrong_with(argument, id, Direction::argument, argument.size());
    if (!wrong.empty()) outcomes_.complain(Wrong::damaged, "damaged argument of a callback: " + wrong);
    return proven(id, Direction::reply, reply_octets);
  }
  void tell(std::uint64_t, const Stress::Octets&) override {}
  void refuse(std::uint64_t, const Stress::Octets&) override {}
  Stress::Octets relay(std::uint64_t, const Stress::Octets&, IDL::traits<Stress::Target>::ref_type,
                       std::uint64_t) override {
    return {};
  }
  void destroy_adapter(std::uint64_t) override {}

 private:
  const Outcomes& outcomes_;
};

}  // namespace stress
