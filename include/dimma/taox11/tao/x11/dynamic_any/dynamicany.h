#pragma once
#include <dimma/dynamic_any.hpp>
