#pragma once
/// The stubs and skeletons of the naming service, CosNaming, under omniORB's other name of the header.

#include <omniORB4/Naming.hh>
