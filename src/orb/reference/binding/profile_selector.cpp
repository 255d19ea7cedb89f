#include "orb/reference/binding/profile_selector.hpp"

#include <dimma/minor.hpp>

#include <algorithm>

namespace dimma::orb {

bool ProfileSelector::admits(const channel::Binder& binder) const noexcept {
  return wanted_ == Protocol::any ? binder.answers() : to_string(wanted_) == binder.protocol();
}

std::optional<ProfileSelector::Choice> ProfileSelector::next(const Ior& ior, std::size_t from) const noexcept {
  for (; from < ior.profiles.size(); ++from) {
    for (const auto& binder : binders_) {
      if (binder->understands(ior.profiles[from]) && admits(*binder)) return Choice{from, binder.get()};
    }
  }
  return std::nullopt;
}

std::vector<ProfileSelector::Choice> ProfileSelector::all(const Ior& ior, std::size_t from) const {
  std::vector<Choice> all;
  for (auto choice = next(ior, from); choice; choice = next(ior, choice->profile + 1)) all.push_back(*choice);
  return all;
}

void ProfileSelector::refuse(const Ior& ior) const {
  if (wanted_ != Protocol::any) {
    const std::string why = "the reference has no profile of " + std::string(to_string(wanted_));
    if (names_protocol_) throw QoSError(Field::protocol, why);
    throw QoSError(Field::transport, why + ", which is the protocol over " + std::string(to_string(transport_)));
  }
  std::string detail = "the reference has no profile that this ORB can use";
  for (const auto& binder : binders_) {
    const auto is_understood = [&](const channel::Tagged& profile) { return binder->understands(profile); };
    if (std::ranges::none_of(ior.profiles, is_understood)) continue;
    const std::string protocol(binder->protocol());
    detail = "the reference can be reached by " + protocol +
             " only, which carries no replies; bind with protocol=" + protocol +
             " to send oneway requests that may be lost";
  }
  throw CORBA::TRANSIENT(minor::transient_no_usable_profile, CORBA::COMPLETED_NO, detail);
}

}  // namespace dimma::orb
