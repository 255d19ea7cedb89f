if(TARGET dimma_tools_ior)
  dimma_fuzz_target(reference_text_fuzz SOURCES reference_text_fuzz.cpp LIBRARIES dimma_tools_ior CORPUS corpus/ior)
  dimma_fuzz_target(json_value_fuzz SOURCES json_value_fuzz.cpp LIBRARIES dimma_tools_values CORPUS corpus/json_value)
endif()
