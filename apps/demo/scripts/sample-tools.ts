import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { OutputOutcome } from '@ai4j/agent';

const execute = promisify(execFile);

export interface ToolResult {
  readonly output: string;
  readonly outcome: OutputOutcome;
}

/** Arguments by tool, as the model writes them. */
export interface SampleToolArguments {
  readonly list_files: Record<string, never>;
  readonly read_file: { readonly path: string; readonly fromLine?: number; readonly toLine?: number };
  readonly grep: { readonly pattern: string; readonly folder?: string };
  readonly edit_file: { readonly path: string; readonly find: string; readonly replace: string };
  readonly write_file: { readonly path: string; readonly content: string };
  readonly run_tests: { readonly file?: string };
  readonly run_script: { readonly code: string };
}
export type SampleToolName = keyof SampleToolArguments;

export type SampleToolCall = {
  [Name in SampleToolName]: { readonly name: Name; readonly arguments: SampleToolArguments[Name] };
}[SampleToolName];

/**
 * The tools of a small coding agent, really run in `folder`. Output names the folder `/project` and every
 * duration 1 ms, so that the same edits always give the same text. A failure is a result, never an exception.
 */
export function sampleTools(folder: string): (call: SampleToolCall) => Promise<ToolResult> {
  const at = (file: string) => path.join(folder, file);

  async function listFiles(): Promise<readonly string[]> {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
      .sort();
  }

  async function grep(pattern: string, below: string): Promise<string> {
    const sought = new RegExp(pattern);
    const hits: string[] = [];
    for (const file of await listFiles()) {
      if (!file.startsWith(below)) continue;
      const lines = (await readFile(at(file), 'utf8')).split('\n');
      for (const [index, line] of lines.entries())
        if (sought.test(line)) hits.push(`${file}:${index + 1}:${line}`);
    }
    return hits.length > 0 ? hits.join('\n') : 'no match';
  }

  async function edit(file: string, find: string, replace: string): Promise<string> {
    const text = await readFile(at(file), 'utf8');
    const found = text.split(find).length - 1;
    if (found !== 1)
      throw new Error(`${file}: the text to replace occurs ${found} times, it must occur once`);
    await writeFile(
      at(file),
      text.replace(find, () => replace),
    );
    return `${file}: replaced ${find.split('\n').length} lines by ${replace.split('\n').length}`;
  }

  /** Both streams of a Node process, and its exit code where that is not 0. */
  async function node(...args: string[]): Promise<string> {
    const env = { PATH: process.env.PATH, TZ: 'UTC', NO_COLOR: '1' };
    const { stdout, stderr, code } = await execute(process.execPath, args, { cwd: folder, env }).then(
      (done) => ({ ...done, code: 0 }),
      (failed: { stdout: string; stderr: string; code: number }) => failed,
    );
    return [stdout, stderr, code === 0 ? '' : `exit code ${code}`].filter((text) => text !== '').join('\n');
  }

  async function run(call: SampleToolCall): Promise<string> {
    switch (call.name) {
      case 'list_files':
        return (await listFiles()).join('\n');
      case 'read_file': {
        const { path: file, fromLine = 1, toLine = Number.POSITIVE_INFINITY } = call.arguments;
        const lines = (await readFile(at(file), 'utf8')).trimEnd().split('\n');
        return lines
          .map((line, index) => `${String(index + 1).padStart(4)}  ${line}`)
          .slice(fromLine - 1, toLine)
          .join('\n');
      }
      case 'grep':
        return grep(call.arguments.pattern, call.arguments.folder ?? '');
      case 'edit_file':
        return edit(call.arguments.path, call.arguments.find, call.arguments.replace);
      case 'write_file': {
        const { path: file, content } = call.arguments;
        await mkdir(path.dirname(at(file)), { recursive: true });
        await writeFile(at(file), content);
        return `${file}: wrote ${content.length} characters`;
      }
      case 'run_tests': {
        const { file } = call.arguments;
        return node('--test', '--test-reporter=tap', '--test-concurrency=1', ...(file ? [file] : []));
      }
      case 'run_script':
        return node('--input-type=module', '--eval', call.arguments.code);
      default:
        return call satisfies never;
    }
  }

  return async (call) => {
    const result = await run(call).then(
      (output) => ({ output, outcome: 'ok' as const }),
      (error: Error) => ({ output: error.message, outcome: 'error' as const }),
    );
    return { ...result, output: repeatable(result.output, folder) };
  };
}

function repeatable(output: string, folder: string): string {
  return output
    .replaceAll(folder, '/project')
    .replace(/duration_ms:? [\d.]+/g, 'duration_ms 1')
    .replace(/^.*\(?node:internal.*\n/gm, '')
    .trimEnd();
}
