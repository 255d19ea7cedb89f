#pragma once
#include <dimma/publish.hpp>
