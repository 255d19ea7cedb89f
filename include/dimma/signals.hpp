#pragma once
/// Ending a server by a signal. dimma's own: CORBA has nothing of the kind.

#include <dimma/orb.hpp>

#include <initializer_list>

namespace dimma {

/// From now on each signal of `numbers` (SIGTERM, SIGINT, ...) shuts the ORB down instead of what it did before, so
/// that ORB::run() returns: names that are published are unbound (<dimma/naming.hpp>), calls in progress end first, and
/// the process ends as its main() says. To be called before run(), which does the work; the handler itself only writes
/// to an event. A process has up to 16 ORBs that do so; a signal reaches all of them. Throws CORBA::NO_RESOURCES when
/// there are more or no descriptor is left, CORBA::BAD_PARAM for a signal that can't be caught.
void shutdown_on_signals(const CORBA::object_reference<CORBA::ORB>& orb, std::initializer_list<int> numbers);

}  // namespace dimma
