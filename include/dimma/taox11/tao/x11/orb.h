#pragma once
#include <dimma/orb.hpp>
