#pragma once
/// The classic mapping, and names that programs for omniORB use besides, under omniORB's name of the header.
/// docs/coming-from/omniorb.md lists what is different, and what is not there.

#include <omniORB4/CORBA_sysdep.h>
#include <omniORB4/IIOP.h>
#include <omniORB4/Naming.hh>
#include <omniORB4/cdrStream.h>
#include <omniORB4/minorCode.h>
#include <omniORB4/omniORB.h>
#include <omniORB4/sequences.h>
#include <omniORB4/stringtypes.h>
#include <omnithread.h>
#include <dimma/classic/corba.hpp>

namespace omniORB {
/// Not for applications: the exceptions of dynamic calls are in their environments, and not thrown.
static const bool _exceptions_are_in_environments = ::dimma::classic::CORBA::keep_exceptions_in_environments();
}  // namespace omniORB
