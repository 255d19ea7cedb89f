#pragma once
// Settings that apply to all ORBs of the process, as interfaces of other ORBs have them.

#include <dimma/classic/messaging.hpp>
#include <dimma/orb.hpp>

#include <string>
#include <vector>

namespace dimma::classic {

using ModernOrb = ::CORBA::object_reference<::CORBA::ORB>;

// The options of an ORB that is made from now on, in front of the arguments that it is given. The value replaces that
// of an earlier call for the same option.
void set_process_option(const std::string& option, const std::string& value);
std::vector<std::string> process_options();

// Sets the policy of each ORB that ORB_init has returned and that still exists, and of each one that it returns later.
void set_process_timeout(TimeBase::TimeT limit);

// Called by ORB_init for each ORB that it returns.
void note_orb(const ModernOrb& orb);

// The ORBs that ORB_init has returned and that still exist.
std::vector<ModernOrb> noted_orbs();

}  // namespace dimma::classic
