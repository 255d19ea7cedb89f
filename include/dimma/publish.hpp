#pragma once
/// Plain names for objects, so that corbaloc:iiop:host:port/Name reaches them. Other ORBs call this the IOR table.

#include <dimma/orb.hpp>

#include <string>

namespace dimma {

/// Has requests to this ORB's endpoints whose object key is `name` go to `object` from now on. They are served at once
/// if it is an object of this ORB reached by the same endpoint, and answered with LOCATION_FORWARD otherwise. Opens the
/// ORB's default endpoint. Publishing a name again replaces it. Throws CORBA::BAD_PARAM for an empty name or a nil or
/// local object, CORBA::INITIALIZE if the endpoint can't be opened.
void publish(const CORBA::object_reference<CORBA::ORB>& orb, const std::string& name,
             const CORBA::object_reference<CORBA::Object>& object);

/// Forgets the name. Returns false if there was none.
bool unpublish(const CORBA::object_reference<CORBA::ORB>& orb, const std::string& name);

}  // namespace dimma
