#pragma once
#include <dimma/messaging.hpp>
#include <dimma/reply_handler.hpp>
