#pragma once
/// Ending a server by a signal. dimma's own: CORBA has nothing of the kind.

#include <dimma/orb.hpp>

#include <initializer_list>

namespace dimma {

/// Has each signal of `numbers` (SIGTERM, SIGINT, ...) shut the ORB down from now on, in place of its previous effect,
/// so that ORB::run() returns: published names are unbound (<dimma/naming.hpp>), calls in progress end first, and the
/// process ends as its main() says. Called before run(), which does the work; the handler itself only writes to an
/// event. Up to 16 ORBs of a process can do so; a signal reaches all of them. Throws CORBA::NO_RESOURCES if there are
/// more or no descriptor is left, CORBA::BAD_PARAM for a signal that can't be caught.
void shutdown_on_signals(const CORBA::object_reference<CORBA::ORB>& orb, std::initializer_list<int> numbers);

}  // namespace dimma
