#pragma once
// Converts object ids from and to text, the form that the ORB uses internally.

#include <dimma/poa.hpp>

#include <string>
#include <string_view>

namespace dimma::orb {

inline PortableServer::ObjectId id_of_text(std::string_view text) { return {text.begin(), text.end()}; }
inline std::string text_of_id(const PortableServer::ObjectId& id) { return {id.begin(), id.end()}; }

}  // namespace dimma::orb
