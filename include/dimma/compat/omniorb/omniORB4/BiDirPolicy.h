#pragma once
/// One of omniORB's headers that programs include; the names are in this one.

#include <omniORB4/CORBA.h>
