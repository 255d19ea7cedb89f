#pragma once
/// The classic mapping (formal/2012-07-02), for applications: types, references, exceptions, Any and TypeCode,
/// policies, the ORB and the POA.

#include <dimma/classic/ami/reply_handler.hpp>
#include <dimma/classic/any.hpp>
#include <dimma/classic/any_exceptions.hpp>
#include <dimma/classic/current.hpp>
#include <dimma/classic/dynamic/dynamic_implementation.hpp>
#include <dimma/classic/dynamic/request.hpp>
#include <dimma/classic/local_object.hpp>
#include <dimma/classic/messaging.hpp>
#include <dimma/classic/object.hpp>
#include <dimma/classic/orb.hpp>
#include <dimma/classic/policies/bidirectional.hpp>
#include <dimma/classic/policy.hpp>
#include <dimma/classic/portable_server.hpp>
#include <dimma/classic/system_exceptions.hpp>
#include <dimma/classic/values/array_var.hpp>
#include <dimma/classic/values/corba_sequences.hpp>
#include <dimma/classic/values/fixed.hpp>
#include <dimma/classic/values/object_sequence.hpp>
#include <dimma/classic/values/orb_types.hpp>
#include <dimma/classic/values/sequence.hpp>
#include <dimma/classic/values/string_sequence.hpp>
#include <dimma/classic/values/strings.hpp>
#include <dimma/classic/values/struct_var.hpp>
#include <dimma/classic/values/types.hpp>
#include <dimma/classic/values/wide_strings.hpp>
#include <dimma/classic/valuetypes/abstract_base.hpp>
#include <dimma/classic/valuetypes/value_base.hpp>
#include <dimma/classic/valuetypes/value_factory.hpp>
#include <dimma/classic/valuetypes/value_in_any.hpp>

// Defined by the target dimma::omniorb: generated code then has omniORB's names, too.
#ifdef DIMMA_OMNIORB
#include <omniORB4/CORBA.h>
#endif
