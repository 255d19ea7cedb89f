#pragma once
#include <dimma/orb_initializer.hpp>
