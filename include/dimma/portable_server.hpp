#pragma once
/// Everything that generated skeletons need, and a server beside them.

#include <dimma/corba.hpp>
#include <dimma/poa.hpp>
#include <dimma/policy.hpp>
#include <dimma/servant.hpp>
#include <dimma/server_request.hpp>
