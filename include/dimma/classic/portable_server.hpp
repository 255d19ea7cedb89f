#pragma once
/// Everything that generated skeletons and servers need.

#include <dimma/classic/generated/server_request.hpp>
#include <dimma/classic/generated/skeleton.hpp>
#include <dimma/classic/poa.hpp>
#include <dimma/classic/poa_current.hpp>
#include <dimma/classic/poa_manager.hpp>
#include <dimma/classic/poa_policies.hpp>
#include <dimma/classic/poa_servants.hpp>
#include <dimma/classic/servant.hpp>
#include <dimma/classic/servant_manager.hpp>
#include <dimma/classic/servant_var.hpp>
