dimma_fuzz_target(idl_fuzz SOURCES idl_fuzz.cpp LIBRARIES dimma_idl_front CORPUS corpus/idl DICTIONARY idl.dict)
