'use strict';
// Starts the language server of nessiec for NESL, Harlan and VCODE.
const { workspace } = require('vscode');
const { LanguageClient } = require('vscode-languageclient/node');

let client;

exports.activate = () => {
  const command = workspace.getConfiguration('nessiec').get('path', 'nessiec');
  client = new LanguageClient('nessiec', 'nessiec', { command, args: ['lsp'] },
    { documentSelector: [{ scheme: 'file', language: 'nesl' }, { scheme: 'file', language: 'harlan' }, { scheme: 'file', language: 'vcode' }] });
  return client.start();
};

exports.deactivate = () => client && client.stop();
