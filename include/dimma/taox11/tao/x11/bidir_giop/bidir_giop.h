#pragma once
#include <dimma/bidirectional.hpp>
