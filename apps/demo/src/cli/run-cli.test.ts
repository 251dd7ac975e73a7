import { expect, test } from 'vitest';
import { capturedIo } from './captured-io.ts';
import { runCli } from './run-cli.ts';

async function run(...argv: string[]) {
  const captured = capturedIo(import.meta.dirname);
  const exitCode = await runCli(argv, captured.io);
  return { exitCode, stdout: captured.stdout(), stderr: captured.stderr() };
}

test('help lists the commands there are', async () => {
  const { exitCode, stdout, stderr } = await run('--help');
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  expect(stdout.match(/^ {2}ai4j \w+ /gm)).toEqual(['  ai4j replay ', '  ai4j demo ']);
});

test('each command explains itself', async () => {
  expect((await run('replay', '--help')).stdout).toContain('--summarizer NAME');
  expect((await run('demo', '--help')).stdout).toContain('.ai4j/demo.html');
});

test('the version is the one of the package', async () => {
  expect((await run('--version')).stdout).toMatch(/^\d+\.\d+\.\d+\S*\n$/);
});

test.each([
  [['reply'], 'unknown command "reply"; the commands are replay and demo (see ai4j --help).'],
  [['toString'], 'unknown command "toString"; the commands are replay and demo (see ai4j --help).'],
  [['--color'], 'unknown option "--color"; the commands are replay and demo (see ai4j --help).'],
  [['replay'], 'replay needs the file of a recorded session (see ai4j replay --help).'],
  [['replay', 'a', 'b'], 'replay takes one file, got 2.'],
  [['replay', 'a', '--windw', '3'], "unknown option '--windw' (see ai4j replay --help)."],
  [['replay', 'a', '--window'], "option '--window <value>' argument missing (see ai4j replay --help)."],
  [['replay', 'a', '--window', '16k'], '--window takes a whole number of at least 1, not "16k".'],
  [['replay', 'a', '--window', '0'], '--window takes a whole number of at least 1, not "0".'],
  [['replay', 'a', '--session', '0'], '--session takes a whole number of at least 1, not "0".'],
  [
    ['replay', 'a', '--window', '100', '--reserve', '100'],
    '--reserve 100 leaves nothing of --window 100; it must be smaller.',
  ],
  [['replay', 'a', '--keep-recent', '5'], '--keep-recent: not yet available, it comes with coding sessions.'],
  [
    ['replay', 'a', '--summarizer', 'model'],
    '--summarizer model: not yet available; use deterministic or recorded.',
  ],
  [['replay', 'a', '--summarizer', 'x'], '--summarizer is deterministic or recorded, not "x".'],
  [['demo', 'x'], 'demo takes --html FILE and nothing else (see ai4j demo --help).'],
])('%j is refused in one sentence, exit 2', async (argv, sentence) => {
  expect(await run(...argv)).toEqual({ exitCode: 2, stdout: '', stderr: `ai4j: ${sentence}\n` });
});
