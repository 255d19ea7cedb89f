#pragma once
#include <dimma/portable_server.hpp>
