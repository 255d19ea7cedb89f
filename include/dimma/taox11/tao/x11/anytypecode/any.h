#pragma once
#include <dimma/any.hpp>
