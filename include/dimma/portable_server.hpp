#pragma once
/// Everything that generated skeletons and servers need.

#include <dimma/corba.hpp>
#include <dimma/generated/server_request.hpp>
#include <dimma/poa.hpp>
#include <dimma/policy.hpp>
#include <dimma/servant.hpp>
