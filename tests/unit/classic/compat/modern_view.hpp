#pragma once
// Looks at an ORB through the modern mapping.

#include <string>

// Returns the description of the ORB with this id, which exists.
std::string description_of_orb(const std::string& id);
