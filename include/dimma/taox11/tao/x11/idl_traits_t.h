#pragma once
#include <dimma/traits.hpp>
