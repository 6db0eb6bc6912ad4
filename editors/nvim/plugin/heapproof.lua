-- SPDX-License-Identifier: MIT
-- Starts the language server of heapproof for C files and their headers (Neovim 0.7 and later).
-- vim.g.heapproof_command is what to run; default {"heapproof", "lsp"}.
local client

local function attach(buffer)
  if not vim.api.nvim_buf_get_name(buffer):match("%.[chi]$") then return end
  client = client or vim.lsp.start_client({
    name = "heapproof",
    cmd = vim.g.heapproof_command or { "heapproof", "lsp" },
    root_dir = vim.fn.getcwd(),
    on_exit = function() client = nil end,
  })
  if client then vim.lsp.buf_attach_client(buffer, client) end
end

local group = vim.api.nvim_create_augroup("heapproof", {})
vim.api.nvim_create_autocmd("FileType", { group = group, pattern = { "c", "cpp" }, callback = function(event) attach(event.buf) end })
-- What is proved over each function, when an answer is there.
vim.api.nvim_create_autocmd("DiagnosticChanged", {
  group = group,
  callback = function()
    if client and vim.lsp.buf_is_attached(0, client) then vim.lsp.codelens.refresh() end
  end,
})
