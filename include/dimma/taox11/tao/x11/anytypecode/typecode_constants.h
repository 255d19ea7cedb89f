#pragma once
#include <dimma/generated/typecode_of.hpp>
