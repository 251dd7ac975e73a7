import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod/v4';
import { ConfigError, errorText } from '../errors.ts';
import { clipMiddle } from '../items/clip-text.ts';
import type { CodeEnd, CodeExecutor, CodeRequest, CodeResult } from '../loop/code-executor.ts';
import { codeChildProgram } from './code-child-program.ts';
import { ContainedProcess, type ProcessEnd } from './contained-process.ts';
import { containedCommand, findContainment } from './containment.ts';
import { HeadTailText } from './head-tail-text.ts';

/** A result or the input of a tool may have this many Chars of JSON; code that writes more is ended. */
const MAX_MESSAGE_CHARS = 16_000_000;

export interface ChildProcessCodeExecutorOptions {
  readonly language: 'javascript';
  /** From start to end, tool calls included, in Ms. Default 30,000. */
  readonly timeoutMs?: number | undefined;
  /** Of the heap, in MB; on Linux all its memory may be 128 MB more. Default 256. */
  readonly maxMemoryMb?: number | undefined;
  /** Of what the code prints, and again of its result, in Chars; head and tail are kept. Default 20,000. */
  readonly maxOutputChars?: number | undefined;
  /** Default false. */
  readonly allowNetwork?: boolean | undefined;
}

/**
 * Runs JavaScript in a child process of its own: killed with its whole group at the time limit, its heap
 * limited, what it prints cut, its environment empty, its folder a new one that is removed afterwards.
 *
 * What holds depends on the machine; `findContainment()` says what this one offers.
 * - **Node's permission model** (node 20 and later): no files outside of the folder, no processes, workers
 *   or addons. It is meant to stop code that tries, and its authors do not call it a sandbox.
 * - **Linux namespaces**, where users may make them: no network, and no sight of other processes. The
 *   kernel holds this.
 * - **Linux resource limits**: memory outside of the heap, processor time.
 *
 * Where namespaces are missing, the network and `process.kill` are only taken out of node's modules: code
 * that finds another way gets through. Where code comes from an attacker, run the whole agent in a
 * container or a virtual machine, or write a `CodeExecutor` that does.
 * @throws ConfigError for a limit that is no whole number of 1 or more
 */
export function childProcessCodeExecutor(options: ChildProcessCodeExecutorOptions): CodeExecutor {
  const { timeoutMs = 30_000, maxMemoryMb = 256, maxOutputChars = 20_000, allowNetwork = false } = options;
  for (const [name, value] of Object.entries({ timeoutMs, maxMemoryMb, maxOutputChars })) {
    if (!Number.isSafeInteger(value) || value < 1) {
      throw new ConfigError('invalid_option', `${name} is ${value}; it is a whole number of 1 or more.`);
    }
  }
  const limits = { timeoutMs, maxMemoryMb, maxOutputChars, allowNetwork };
  return {
    instructions: [
      'JavaScript, run by Node as the body of an async function: `await` works, `return` gives the result (a JSON value), `console.log` prints.',
      '`require` and `import()` reach the modules of Node. Files only in the current folder, which is new for each run;',
      `${allowNetwork ? 'no processes' : 'no network, no processes'}; ${timeoutMs} ms, ${maxMemoryMb} MB.`,
    ].join(' '),
    execute: (request) => inDirectory((directory) => execute(request, directory, limits)),
  };
}

type Limits = Required<{ [Name in 'timeoutMs' | 'maxMemoryMb' | 'maxOutputChars']: number }> & {
  readonly allowNetwork: boolean;
};

async function inDirectory<T>(act: (directory: string) => Promise<T>): Promise<T> {
  const directory = await realpath(await mkdtemp(path.join(tmpdir(), 'ai4j-code-')));
  try {
    return await act(directory);
  } finally {
    await rm(directory, { recursive: true, force: true, maxRetries: 3 });
  }
}

const messageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('call'), id: z.number(), name: z.string(), input: z.unknown() }),
  z.object({ type: z.literal('result'), json: z.string().optional() }),
  z.object({ type: z.literal('error'), error: z.string() }),
]);

type Message = z.infer<typeof messageSchema>;
type Outcome = Exclude<Message, { readonly type: 'call' }>;

async function execute(request: CodeRequest, directory: string, limits: Limits): Promise<CodeResult> {
  const { code, tools = {}, signal } = request;
  const { timeoutMs, maxOutputChars, allowNetwork } = limits;
  const command = containedCommand(
    { ...limits, program: codeChildProgram, directory },
    await findContainment(),
  );
  if (signal?.aborted) return { end: 'aborted', output: '', error: 'It was aborted before it began.' };
  const printed = new HeadTailText(maxOutputChars);
  let outcome: Outcome | undefined;
  let endedBy: 'timeout' | 'aborted' | undefined;
  const child = new ContainedProcess(command, {
    directory,
    env: { HOME: directory, TMPDIR: directory },
    maxLineChars: MAX_MESSAGE_CHARS,
    onOutput: (text) => printed.add(text),
    onLine: (line) => {
      const message = readMessage(line);
      if (message?.type === 'call') void answer(message, tools).then((reply) => child.writeLine(reply));
      else outcome ??= message;
    },
  });
  const end = (by: typeof endedBy) => {
    endedBy = by;
    child.kill();
  };
  const timer = setTimeout(() => end('timeout'), timeoutMs);
  const abort = () => end('aborted');
  signal?.addEventListener('abort', abort, { once: true });
  try {
    child.writeLine(JSON.stringify({ code, toolNames: Object.keys(tools), allowNetwork }));
    const processEnd = await child.ended;
    return resultOf({ outcome, endedBy, processEnd, output: printed.toString() }, limits);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}

/** Code can write to the channel itself: what is no message of ours is passed over. */
function readMessage(line: string): Message | undefined {
  try {
    return messageSchema.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}

/** The answer to a call, as a line. Never rejects: what a tool throws is the code's to catch. */
async function answer(
  { id, name, input }: Extract<Message, { readonly type: 'call' }>,
  tools: NonNullable<CodeRequest['tools']>,
): Promise<string> {
  try {
    const tool = Object.hasOwn(tools, name) ? tools[name] : undefined;
    if (!tool) throw new Error(`There is no tool "${name}".`);
    return JSON.stringify({ id, value: await tool(input) });
  } catch (error) {
    return JSON.stringify({ id, error: errorText(error) });
  }
}

/** What became of the process. */
interface Ended {
  readonly outcome: Outcome | undefined;
  readonly endedBy: 'timeout' | 'aborted' | undefined;
  readonly processEnd: ProcessEnd;
  readonly output: string;
}

function resultOf(
  { outcome, endedBy, processEnd, output }: Ended,
  { timeoutMs, maxMemoryMb, maxOutputChars }: Limits,
): CodeResult {
  const ended = (end: CodeEnd, error: string): CodeResult => ({ end, output, error });
  if (endedBy === 'aborted') return ended('aborted', 'It was aborted.');
  if (endedBy === 'timeout') return ended('timeout', `It took longer than ${timeoutMs} ms.`);
  if (outcome?.type === 'error') return ended('failed', clipMiddle(outcome.error, maxOutputChars));
  if (outcome) {
    const result = outcome.json === undefined ? undefined : clipMiddle(outcome.json, maxOutputChars);
    return { end: 'completed', ...(result !== undefined && { result }), output };
  }
  if (processEnd.lineTooLong) {
    return ended('failed', `Its result, or the input of a tool, is longer than ${MAX_MESSAGE_CHARS} chars.`);
  }
  if (/out of memory|bad_alloc/i.test(output)) {
    const [before = ''] = output.split('\n<--- Last few GCs --->');
    const error = `It needed more than ${maxMemoryMb} MB of memory.`;
    return { end: 'out-of-memory', output: before, error };
  }
  return ended('failed', `Its process ended with ${processEnd.signal ?? `code ${processEnd.code}`}.`);
}
