dimma_fuzz_target(config_fuzz SOURCES config_fuzz.cpp LIBRARIES dimma CORPUS corpus/config DICTIONARY config.dict)
