#pragma once
#include <dimma/policy.hpp>
