// Starts `dimma-idl --lsp` for the IDL files of a window.
const vscode = require('vscode');
const {LanguageClient} = require('vscode-languageclient/node');

let client;

function settings() {
  const {includeDirectories, define, undefine, caseSensitive, warnUnknownPragmas} =
      vscode.workspace.getConfiguration('dimma-idl');
  return {includeDirectories, define, undefine, caseSensitive, warnUnknownPragmas};
}

async function activate(context) {
  const program = vscode.workspace.getConfiguration('dimma-idl').get('path');
  const watcher = vscode.workspace.createFileSystemWatcher('**/*.{idl,pidl}');
  context.subscriptions.push(watcher);
  client = new LanguageClient('dimma-idl', 'dimma-idl', {command: program, args: ['--lsp']}, {
    documentSelector: [{language: 'omg-idl', scheme: 'file'}, {language: 'omg-idl', scheme: 'untitled'}],
    initializationOptions: settings(),
    synchronize: {configurationSection: 'dimma-idl', fileEvents: watcher},
  });
  try {
    await client.start();
  } catch (problem) {
    vscode.window.showErrorMessage(`${program} --lsp does not start: ${problem.message}. ` +
                                   'The setting dimma-idl.path says where dimma-idl is.');
  }
}

function deactivate() {
  return client && client.isRunning() ? client.stop() : undefined;
}

module.exports = {activate, deactivate};
