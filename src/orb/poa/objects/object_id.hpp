#pragma once
// Object ids as text, which is how they are kept within the ORB.

#include <dimma/poa.hpp>

#include <string>
#include <string_view>

namespace dimma::orb {

inline PortableServer::ObjectId id_of_text(std::string_view text) { return {text.begin(), text.end()}; }
inline std::string text_of_id(const PortableServer::ObjectId& id) { return {id.begin(), id.end()}; }

}  // namespace dimma::orb
