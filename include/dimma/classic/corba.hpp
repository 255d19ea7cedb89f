#pragma once
/// The classic mapping (formal/2012-07-02), for applications: types, references, exceptions, policies, the ORB
/// and the POA.

#include <dimma/classic/array_var.hpp>
#include <dimma/classic/current.hpp>
#include <dimma/classic/local_object.hpp>
#include <dimma/classic/messaging.hpp>
#include <dimma/classic/object.hpp>
#include <dimma/classic/object_sequence.hpp>
#include <dimma/classic/orb.hpp>
#include <dimma/classic/policy.hpp>
#include <dimma/classic/portable_server.hpp>
#include <dimma/classic/sequence.hpp>
#include <dimma/classic/string_sequence.hpp>
#include <dimma/classic/strings.hpp>
#include <dimma/classic/struct_var.hpp>
#include <dimma/classic/system_exceptions.hpp>
#include <dimma/classic/types.hpp>
#include <dimma/classic/wide_strings.hpp>
