// Headers with skeletons of servants that are coroutines, several of them in one file.
#include "abstract_asio.hpp"
#include "chain_asio.hpp"
#include "names_asio.hpp"
#include "values_asio.hpp"
