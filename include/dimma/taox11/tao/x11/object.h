#pragma once
#include <dimma/object.hpp>
