import { existsSync, readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { deferred } from '../../test/agent-harness.ts';
import { ConfigError } from '../errors.ts';
import type { CodeRequest, CodeResult } from '../loop/code-executor.ts';
import {
  type ChildProcessCodeExecutorOptions,
  childProcessCodeExecutor,
} from './child-process-code-executor.ts';

/** Far above what any of these takes, and far below the time limit: whoever hangs is ended by the test. */
const GENEROUS_MS = 20_000;

function run(
  code: string,
  options: Partial<ChildProcessCodeExecutorOptions> = {},
  request: Partial<CodeRequest> = {},
): Promise<CodeResult> {
  const executor = childProcessCodeExecutor({ language: 'javascript', timeoutMs: 600_000, ...options });
  return executor.execute({ code, signal: AbortSignal.timeout(GENEROUS_MS), ...request });
}

describe('what code gives', () => {
  test.each<[string, Partial<CodeResult>]>([
    ['return 6 * 7', { result: '42' }],
    ['return { a: [1, "x", null] }', { result: '{"a":[1,"x",null]}' }],
    ['return "京😀"', { result: '"京😀"' }],
    ['return', {}],
    ['', {}],
    ['// a comment without an end of line', {}],
    ['return await Promise.resolve(1)', { result: '1' }],
    ['console.log("a"); console.error("b"); console.log({ c: 1 })', { output: expect.stringMatching(/a\n/) }],
    ['return require("node:path").basename("/a/b")', { result: '"b"' }],
    ['return (await import("node:path")).basename("/a/b")', { result: '"b"' }],
  ])('%s', async (code, expected) => {
    expect(await run(code)).toEqual({ end: 'completed', output: '', ...expected });
  });

  test.each([
    ['throw new TypeError("no")', 'TypeError: no\n    at code.js:1:7'],
    [
      '\n\nconst f = () => { throw new Error("deep") };\nf()',
      'Error: deep\n    at f (code.js:3:25)\n    at code.js:4:1',
    ],
    ['throw "text"', 'Thrown: text'],
    ['return 1n', 'TypeError: Do not know how to serialize a BigInt'],
    [
      'setTimeout(() => { throw new Error("late") }); await new Promise(() => {})',
      'Error: late\n    at Timeout._onTimeout (code.js:1:26)',
    ],
    [
      'await new Promise(() => {})',
      'It ended without a result: it left its process, or waits for what never comes.',
    ],
    ['process.exit(0)', 'It ended without a result: it left its process, or waits for what never comes.'],
    ['process.exit(3)', 'Its process ended with code 3.'],
  ])('a failure: %s', async (code, error) => {
    expect(await run(code)).toEqual({ end: 'failed', output: '', error });
  });

  test('a syntax error, with its place', async () => {
    const { end, error } = await run('const a = 1;\nconst b = ;');
    expect(end).toBe('failed');
    expect(error).toBe("code.js:2\nconst b = ;\n          ^\n\nSyntaxError: Unexpected token ';'");
  });
});

describe('limits', () => {
  test('an endless loop', async () => {
    const result = await run('console.log("began"); for (;;);', { timeoutMs: 1_000 });
    expect(result).toEqual({ end: 'timeout', output: 'began\n', error: 'It took longer than 1000 ms.' });
  });

  test('an endless wait', async () => {
    const result = await run('setInterval(() => {}, 1000); await new Promise(() => {})', { timeoutMs: 300 });
    expect(result.end).toBe('timeout');
  });

  test('a memory bomb in the heap', async () => {
    const bomb = 'const all = []; for (;;) all.push(new Array(1000).fill(Math.random()))';
    const result = await run(bomb, { maxMemoryMb: 32 });
    expect(result).toEqual({
      end: 'out-of-memory',
      output: expect.not.stringContaining('GCs'),
      error: 'It needed more than 32 MB of memory.',
    });
  });

  test.runIf(process.platform === 'linux')('a memory bomb beside the heap', async () => {
    const bomb = 'const all = []; for (;;) all.push(Buffer.alloc(10_000_000, 1))';
    expect(await run(bomb, { maxMemoryMb: 64 })).toMatchObject({
      end: 'failed',
      error: expect.stringContaining('Array buffer allocation failed'),
    });
  });

  test('an output bomb', async () => {
    const bomb = `process.stdout.write('head'); for (let i = 0; i < 300; i++) process.stdout.write('x'.repeat(1e5)); console.log('tail')`;
    const { end, output } = await run(bomb, { maxOutputChars: 100 });
    expect(end).toBe('completed');
    expect(output).toMatch(/^headx{46}\n\[… 29999909 chars left out …]\nx{45}tail\n$/);
  });

  test('a result bomb', async () => {
    const { end, result } = await run(`return 'x'.repeat(1e6)`, { maxOutputChars: 30 });
    expect(end).toBe('completed');
    expect(result).toMatch(/^"x{19}\n\[… 999972 chars left out …]\nx{9}"$/);
    expect(await run(`return 'x'.repeat(2e7)`)).toMatchObject({
      end: 'failed',
      error: expect.stringContaining('longer than'),
    });
  });

  test('what is no message of ours on the channel is passed over', async () => {
    const code = `require('node:fs').writeSync(3, 'garbage\\n{"type":"other"}\\n{"type":"call"}\\n'); return 1`;
    expect(await run(code)).toMatchObject({ end: 'completed', result: '1' });
  });

  test.each([{ timeoutMs: 0 }, { maxMemoryMb: 1.5 }, { maxOutputChars: -1 }])('%o is refused', (limit) => {
    expect(() => childProcessCodeExecutor({ language: 'javascript', ...limit })).toThrow(ConfigError);
  });
});

describe('what code is kept from', () => {
  test.each([
    [
      'to write a file elsewhere',
      `require('node:fs').writeFileSync(${JSON.stringify(path.join(tmpdir(), 'ai4j-escaped'))}, '')`,
    ],
    ['to read a file elsewhere', `return require('node:fs').readFileSync('/etc/passwd', 'utf8')`],
    ['to start a process', `require('node:child_process').execFileSync('/bin/sh', ['-c', 'true'])`],
    ['to start a worker', `new (require('node:worker_threads').Worker)('1', { eval: true })`],
    ['to kill a process', 'process.kill(process.ppid)'],
  ])('%s', async (_, code) => {
    expect(await run(code)).toMatchObject({
      end: 'failed',
      error: expect.stringMatching(/restricted|not available/),
    });
    expect(existsSync(path.join(tmpdir(), 'ai4j-escaped'))).toBe(false);
  });

  test('the environment', async () => {
    const { result } = await run('return Object.keys(process.env).sort()');
    expect(JSON.parse(result ?? '')).toEqual(expect.arrayContaining(['HOME', 'TMPDIR']));
    expect(
      JSON.parse(result ?? '').filter(
        (name: string) => !['HOME', 'TMPDIR', 'PWD', 'OLDPWD', 'SHLVL', '_'].includes(name),
      ),
    ).toEqual([]);
  });

  describe('the network', () => {
    const attempts = [
      [
        'a socket',
        (port: number) =>
          `await new Promise((ok, no) => require('node:net').connect(${port}, '127.0.0.1', ok).on('error', no))`,
      ],
      [
        'fetch',
        (port: number) =>
          `try { await fetch('http://127.0.0.1:${port}') } catch (error) { throw error.cause ?? error }`,
      ],
      [
        'a server',
        () =>
          `await new Promise((ok, no) => require('node:net').createServer().on('error', no).listen(0, ok))`,
      ],
      ['a name', () => `await require('node:dns').promises.lookup('localhost.example')`],
      ['a datagram', () => `require('node:dgram').createSocket('udp4').send('x', 9, '127.0.0.1')`],
    ] as const;
    test.each(attempts)('%s', async (_, code) => {
      const server = createServer((socket) => {
        socket.on('error', () => {});
        socket.end('HTTP/1.0 200 OK\r\n\r\n');
      });
      let connections = 0;
      server.on('connection', () => connections++);
      const port = await new Promise<number>((resolve) => {
        server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port));
      });
      try {
        expect(await run(code(port))).toMatchObject({
          end: 'failed',
          error: expect.stringContaining('The network is not available'),
        });
        expect(connections).toBe(0);
        const [kind] = code(port).match(/connect|fetch/) ?? [];
        if (kind) expect(await run(code(port), { allowNetwork: true })).toMatchObject({ end: 'completed' });
      } finally {
        server.close();
      }
    });
  });

  test('to leave something behind: its folder is its own and removed', async () => {
    const { result } = await run(
      `require('node:fs').writeFileSync('note.txt', 'x'); return [process.cwd(), require('node:fs').readdirSync('.')]`,
    );
    const [directory, files] = JSON.parse(result ?? '');
    expect(files).toEqual(['note.txt']);
    expect(existsSync(directory)).toBe(false);
    expect(readdirSync(tmpdir())).not.toContain(path.basename(directory));
  });
});

describe('tools', () => {
  const tools = {
    double: async (input: unknown) => Number(input) * 2,
    fail: async () => {
      throw new Error('no luck');
    },
    cyclic: async () => {
      const value: Record<string, unknown> = {};
      value.self = value;
      return value;
    },
  };

  test('are called from code, at once and again', async () => {
    const code = `const both = await Promise.all([tools.double(1), tools.double(2)]); return [...both, await tools.double(both[1])]`;
    expect(await run(code, {}, { tools })).toMatchObject({ end: 'completed', result: '[2,4,8]' });
  });

  test.each([
    ['fail', 'no luck'],
    ['cyclic', 'circular'],
  ])('what %s throws can be caught', async (name, message) => {
    const code = `try { await tools.${name}() } catch (error) { return error.message }`;
    expect((await run(code, {}, { tools })).result).toContain(message);
  });

  test('only those that were given', async () => {
    expect(await run('return [Object.keys(tools), typeof tools.constructor]', {}, { tools })).toMatchObject({
      result: '[["double","fail","cyclic"],"function"]',
    });
    const forged = `require('node:fs').writeSync(3, JSON.stringify({ type: 'call', id: 1, name: 'constructor' }) + '\\n'); return 1`;
    expect((await run(forged, {}, { tools })).end).toBe('completed');
  });
});

describe('abort', () => {
  test('in the middle', async () => {
    const stop = new AbortController();
    const begun = deferred<void>();
    const tools = { begun: async () => begun.resolve() };
    const running = run('await tools.begun(); for (;;);', {}, { tools, signal: stop.signal });
    await begun.promise;
    stop.abort();
    expect(await running).toEqual({ end: 'aborted', output: '', error: 'It was aborted.' });
  });

  test('before it began', async () => {
    expect((await run('return 1', {}, { signal: AbortSignal.abort() })).end).toBe('aborted');
  });
});
