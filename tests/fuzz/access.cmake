dimma_fuzz_target(access_fuzz SOURCES access_fuzz.cpp LIBRARIES dimma CORPUS corpus/access DICTIONARY access.dict)
