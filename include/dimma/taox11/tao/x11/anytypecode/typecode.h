#pragma once
#include <dimma/typecode.hpp>
