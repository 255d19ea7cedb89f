-- Run by Neovim without a screen: opens clock.idl with Neovim's own client of the language server, makes the requests of a
-- user, and writes the results as JSON. The environment has the program (DIMMA_IDL), the folder and the file to write.
local folder = os.getenv('LSP_FOLDER')
local found = {}

local function finish(problem)
  found.problem = problem
  local file = assert(io.open(os.getenv('LSP_RESULT'), 'w'))
  file:write(vim.fn.json_encode(found))
  file:close()
  vim.cmd('qall!')
end

local function within(what, holds)
  if not vim.wait(30000, holds, 10) then error('not within 30 s: ' .. what) end
end

local function run()
  vim.cmd('edit ' .. folder .. '/clock.idl')
  local buffer = vim.api.nvim_get_current_buf()
  local client = vim.lsp.start_client({
    name = 'dimma-idl',
    cmd = {os.getenv('DIMMA_IDL'), '--lsp', '-I', folder .. '/more'},
    root_dir = folder,
  })
  assert(client, 'the client does not start')
  assert(vim.lsp.buf_attach_client(buffer, client))
  within('diagnostics', function() return #vim.diagnostic.get(buffer) > 0 end)
  found.diagnostics = vim.tbl_map(function(each)
    return {line = each.lnum, column = each.col, severity = each.severity, message = each.message}
  end, vim.diagnostic.get(buffer))

  -- The mistake is corrected in the buffer, which is not written.
  vim.api.nvim_buf_set_lines(buffer, 2, 3, true, {'  typedef Common::Ticks Time;'})
  within('no diagnostics', function() return #vim.diagnostic.get(buffer) == 0 end)

  local function ask(method, line, column)
    vim.api.nvim_win_set_cursor(0, {line, column})
    local answers = assert(vim.lsp.buf_request_sync(buffer, method, vim.lsp.util.make_position_params(), 30000))
    return answers[client].result or vim.NIL
  end
  found.hover = ask('textDocument/hover', 3, 20)
  found.definition = ask('textDocument/definition', 3, 20)
  found.completion = vim.tbl_map(function(each) return each.label end, ask('textDocument/completion', 3, 18))

  -- Like a user's jump: the file is opened, and the cursor put on the name.
  vim.api.nvim_win_set_cursor(0, {3, 20})
  vim.lsp.buf.definition()
  within('the other file', function() return vim.fn.expand('%:t') == 'common.idl' end)
  found.cursor = vim.api.nvim_win_get_cursor(0)
end

local done, problem = pcall(run)
finish(not done and problem or nil)
