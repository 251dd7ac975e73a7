/**
 * What the child process runs, as source: it reads the code and the answers to its calls as lines of JSON
 * from stdin, and writes calls and the outcome as lines of JSON to descriptor 3.
 *
 * It takes the ways to the network and to other processes out of node's own modules. That stops code that
 * tries; it is no wall, and only stands where the machine offers none.
 */
export const codeChildProgram = String.raw`
'use strict';
const { writeSync } = require('node:fs');
const { Script, constants } = require('node:vm');

const input = process.stdin;
const exit = process.exit.bind(process);
const send = (message) => writeSync(3, JSON.stringify(message) + '\n');
const describe = (error) => {
  if (!(error instanceof Error)) return 'Thrown: ' + String(error);
  const own = String(error.stack).split('\n').filter((line) => /^\s+at .*code\.js:\d/.test(line));
  const shown = error instanceof SyntaxError && own.length === 0 && /^code\.js:\d/.test(error.stack)
    ? error.stack.split('\n    at ')[0]
    : error.name + ': ' + error.message;
  return [shown, ...own].join('\n');
};
let ended = false;
const finish = (message) => {
  ended = true;
  send(message);
  // What was printed and is not yet in the pipe would be lost.
  process.stdout.write('', () => process.stderr.write('', () => exit(0)));
};
const fail = (error) => finish({ type: 'error', error: describe(error) });
process.on('uncaughtException', fail);
process.on('exit', (status) => {
  if (status === 0 && !ended) send({ type: 'error', error: 'It ended without a result: it left its process, or waits for what never comes.' });
});

function takeAway({ allowNetwork }) {
  const refuse = (what) => () => {
    throw Object.assign(new Error(what + ' is not available to this code.'), { code: 'ERR_ACCESS_DENIED' });
  };
  process.kill = process._kill = refuse('process.kill');
  if (allowNetwork) return;
  const network = refuse('The network');
  const net = require('node:net');
  net.Socket.prototype.connect = net.Server.prototype.listen = network;
  const { Socket } = require('node:dgram');
  Socket.prototype.bind = Socket.prototype.connect = Socket.prototype.send = network;
  const dns = require('node:dns');
  for (const owner of [dns, dns.promises, dns.Resolver.prototype, dns.promises.Resolver.prototype]) {
    for (const name of Object.keys(Object.getOwnPropertyDescriptors(owner))) {
      if (/^(lookup|resolve|reverse)/.test(name)) owner[name] = network;
    }
  }
}

const waiting = new Map();
let calls = 0;
function call(name, value) {
  const id = ++calls;
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject });
    input.ref();
    send({ type: 'call', id, name, input: value ?? null });
  });
}
function answered({ id, value, error }) {
  const { resolve, reject } = waiting.get(id);
  waiting.delete(id);
  if (waiting.size === 0) input.unref();
  if (error === undefined) resolve(value);
  else reject(new Error(error));
}

async function run({ code, toolNames, allowNetwork }) {
  takeAway({ allowNetwork });
  const tools = Object.fromEntries(toolNames.map((name) => [name, (value) => call(name, value)]));
  try {
    const script = new Script('(async (tools, require) => {\n' + code + '\n})', {
      filename: 'code.js',
      lineOffset: -1,
      importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    });
    input.unref();
    const value = await script.runInThisContext()(tools, require);
    finish({ type: 'result', json: JSON.stringify(value) });
  } catch (error) {
    fail(error);
  }
}

let buffered = '';
let started = false;
input.setEncoding('utf8');
input.on('data', (text) => {
  const lines = (buffered + text).split('\n');
  buffered = lines.pop();
  for (const line of lines) {
    const message = JSON.parse(line);
    if (started) answered(message);
    else {
      started = true;
      run(message);
    }
  }
});
`;
