#pragma once
#include <dimma/exception.hpp>
