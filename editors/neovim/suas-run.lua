-- suas-run in Neovim 0.7 and newer. Copy this file to ~/.config/nvim/plugin/suas-run.lua.

local command_line = { "suas-run", "lsp" }

-- Specs, scenario files and fragments are known by their keys at the left margin; other YAML files are left alone.
local function is_suas(buffer)
  if vim.api.nvim_buf_get_name(buffer):match("%.scenario%.ya?ml$") then
    return true
  end
  local keys = {}
  for _, line in ipairs(vim.api.nvim_buf_get_lines(buffer, 0, 5000, false)) do
    local key = (line .. " "):match("^(%a[%w-]*)%s*:%s")
    if key then
      keys[key] = true
    end
  end
  return keys.suas or (keys.spec and (keys.scenario or keys.scenarios)) or keys.fragments
end

-- Shows what a command came to: for scenarios how many passed, with those that failed in the quickfix list.
local function show_result(failure, result)
  if failure then
    return vim.notify(failure.message, vim.log.levels.ERROR)
  end
  if type(result) ~= "table" then
    return
  end
  if not result.passed then
    return vim.notify(result.text or ("golden files updated: " .. (result.updated or 0)))
  end
  local items = {}
  for _, scenario in ipairs(result.scenarios or {}) do
    if scenario.outcome == "failed" then
      table.insert(items, {
        filename = vim.uri_to_fname(scenario.uri),
        lnum = scenario.line + 1,
        text = scenario.name .. ": " .. (scenario.message or ""):gsub("\n.*", ""),
      })
    end
  end
  vim.fn.setqflist({}, " ", { title = "suas-run", items = items })
  vim.notify(result.passed .. " passed, " .. result.failed .. " failed")
end

-- The commands that lenses and code actions call; `:lua vim.lsp.codelens.run()` calls the one at the cursor.
for _, name in ipairs({ "suas-run.runScenario", "suas-run.updateGolden", "suas-run.explore", "suas-run.explain" }) do
  vim.lsp.commands[name] = function(command, context)
    local client = vim.lsp.get_client_by_id(context.client_id)
    local parameters = { command = command.command, arguments = command.arguments }
    if vim.fn.has("nvim-0.11") == 1 then
      client:request("workspace/executeCommand", parameters, show_result, context.bufnr)
    else
      client.request("workspace/executeCommand", parameters, show_result, context.bufnr)
    end
  end
end

local function on_attach(_, buffer)
  vim.bo[buffer].omnifunc = "v:lua.vim.lsp.omnifunc"
  if vim.lsp.codelens.enable then
    vim.lsp.codelens.enable(true, { bufnr = buffer })
  else
    vim.api.nvim_create_autocmd({ "BufEnter", "BufWritePost", "InsertLeave" }, {
      buffer = buffer,
      callback = function()
        vim.lsp.codelens.refresh()
      end,
    })
  end
  if vim.lsp.inlay_hint then
    pcall(vim.lsp.inlay_hint.enable, true, { bufnr = buffer })
  end
end

local clients = {} -- By their roots, for Neovim 0.7, which has no `vim.lsp.start`.

local function start(buffer)
  local folder = vim.fn.fnamemodify(vim.api.nvim_buf_get_name(buffer), ":p:h")
  local repository = vim.fn.finddir(".git", vim.fn.escape(folder, " \\,;") .. ";")
  local root = repository ~= "" and vim.fn.fnamemodify(repository, ":p:h:h") or folder
  local config = {
    name = "suas-run",
    cmd = command_line,
    root_dir = root,
    on_attach = on_attach,
    init_options = { showsAnswers = true },
  }
  if vim.lsp.start then
    return vim.lsp.start(config, { bufnr = buffer })
  end
  if not (clients[root] and vim.lsp.get_client_by_id(clients[root])) then
    clients[root] = vim.lsp.start_client(config)
  end
  if clients[root] then
    vim.lsp.buf_attach_client(buffer, clients[root])
  end
end

vim.api.nvim_create_autocmd("FileType", {
  pattern = "yaml",
  callback = function(event)
    if is_suas(event.buf) then
      start(event.buf)
    end
  end,
})
