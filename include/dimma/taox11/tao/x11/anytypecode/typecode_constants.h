#pragma once
#include <dimma/typecode_of.hpp>
