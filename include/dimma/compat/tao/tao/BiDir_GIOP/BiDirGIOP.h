#pragma once
/// One of TAO's headers that programs include; the names are in this one.

#include <tao/corba.h>
