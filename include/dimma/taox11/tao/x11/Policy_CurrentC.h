#pragma once
#include <dimma/messaging.hpp>
