#pragma once
#include <dimma/corba.hpp>
