#pragma once
#include <dimma/codec_factory.hpp>
