#pragma once
/// Publishes objects under plain names, with which corbaloc:iiop:host:port/Name reaches them. Other ORBs call this the
/// IOR table. The functions are thread-safe, and throw CORBA::BAD_INV_ORDER or CORBA::OBJECT_NOT_EXIST once the ORB has
/// been shut down or destroyed.

#include <dimma/orb.hpp>

#include <string>

namespace dimma {

/// Makes later requests to this ORB's endpoints with the object key `name` go to `object`. They are served at once if
/// it is an object of this ORB at the same endpoint, and answered with LOCATION_FORWARD otherwise. Opens the ORB's
/// default endpoint. Publishing a name again replaces the object. Throws CORBA::BAD_PARAM for an empty name or a nil or
/// local object, CORBA::INITIALIZE if the endpoint cannot be opened.
void publish(const CORBA::object_reference<CORBA::ORB>& orb, const std::string& name,
             const CORBA::object_reference<CORBA::Object>& object);

/// Does the same, but returns false and changes nothing if the name is published already.
bool publish_if_new(const CORBA::object_reference<CORBA::ORB>& orb, const std::string& name,
                    const CORBA::object_reference<CORBA::Object>& object);

/// Returns the object that is published under the name; nil if there is none.
CORBA::object_reference<CORBA::Object> published(const CORBA::object_reference<CORBA::ORB>& orb,
                                                 const std::string& name);

/// Removes the name. Returns false if it was not published.
bool unpublish(const CORBA::object_reference<CORBA::ORB>& orb, const std::string& name);

}  // namespace dimma
