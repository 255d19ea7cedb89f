dimma_fuzz_target(any_fuzz SOURCES any_fuzz.cpp LIBRARIES dimma CORPUS corpus/any)
