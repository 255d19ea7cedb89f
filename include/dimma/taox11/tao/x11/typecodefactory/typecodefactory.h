#pragma once
#include <dimma/typecode_factory.hpp>
