import { execFileSync, spawnSync } from 'node:child_process';
import { resolve } from 'node:path';

const packageRoot = resolve(import.meta.dirname, '..');
const repositoryRoot = resolve(packageRoot, '../..');

/** Builds the command and what it depends on; a build that is up to date costs a second. */
export function buildCommand(): void {
  execFileSync('npx', ['turbo', 'run', 'build', '--filter=@ai4j/cli', '--output-logs=errors-only'], {
    cwd: repositoryRoot,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

export interface CommandRun {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** The most memory the process held, in KiB. */
  readonly maxRssKib: number;
}

const MAX_RSS = /\nmaxRSS=(\d+)$/;
const tellMaxRss = `data:text/javascript,process.on('exit',()=>process.stderr.write('\\nmaxRSS='+process.resourceUsage().maxRSS))`;

/** Runs the built `ai4j` in a process of its own; `stdout` is an open file that takes what it prints. */
export function runCommand(
  argv: readonly string[],
  cwd: string,
  { stdout: stdoutFile }: { readonly stdout?: number } = {},
): CommandRun {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', tellMaxRss, resolve(packageRoot, 'bin/ai4j.js'), ...argv],
    {
      cwd,
      stdio: ['ignore', stdoutFile ?? 'pipe', 'pipe'],
      encoding: 'utf8',
      maxBuffer: 1 << 28,
      env: { ...process.env, NO_COLOR: '1' },
    },
  );
  return {
    exitCode: status,
    stdout: stdout ?? '',
    stderr: stderr.replace(MAX_RSS, ''),
    maxRssKib: Number(MAX_RSS.exec(stderr)?.[1]),
  };
}
