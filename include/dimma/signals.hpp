#pragma once
/// Shuts a server down on a signal. A dimma extension: CORBA has nothing comparable.

#include <dimma/orb.hpp>

#include <initializer_list>

namespace dimma {

/// Makes each signal of `numbers` (SIGTERM, SIGINT, ...) shut the ORB down, in place of its previous effect, so that
/// ORB::run() returns: published names are unbound (<dimma/naming.hpp>), calls in progress end first, and main()
/// decides how the process ends. Called before run(), which does the work; the signal handler itself only writes to an
/// eventfd. Up to 16 ORBs of a process can use this; a signal reaches all of them. Throws CORBA::NO_RESOURCES if there
/// are more ORBs or no descriptor is left, CORBA::BAD_PARAM for a signal that cannot be caught.
void shutdown_on_signals(const CORBA::object_reference<CORBA::ORB>& orb, std::initializer_list<int> numbers);

}  // namespace dimma
