#pragma once
/// The stubs and skeletons of the naming service, CosNaming, under omniORB's name of the header.

#include <dimma/classic/naming/CosNaming.hh>
