dimma_fuzz_target(idl_fuzz SOURCES idl_fuzz.cpp LIBRARIES dimma_idl_front CORPUS corpus/idl DICTIONARY idl.dict)
if(TARGET dimma_idl_server)
  dimma_fuzz_target(lsp_fuzz SOURCES lsp_fuzz.cpp LIBRARIES dimma_idl_server CORPUS corpus/lsp DICTIONARY lsp.dict)
endif()
