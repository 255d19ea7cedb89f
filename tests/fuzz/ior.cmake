dimma_fuzz_target(ior_fuzz SOURCES ior_fuzz.cpp LIBRARIES dimma CORPUS corpus/ior DICTIONARY ior.dict)
