import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';

const UNSHARE = '/usr/bin/unshare';
const SHELL = '/bin/sh';
/** Namespaces of its own for users, network, processes and messages; who is in them ends with the first of them. */
const NAMESPACES = ['--map-root-user', '--net', '--pid', '--ipc', '--fork', '--kill-child'];
/** What a node process takes besides its heap. */
const BESIDE_HEAP_MB = 128;

/** What the machine and this node hold child processes back with. */
export interface Containment {
  /** Linux namespaces: no network device, no sight of other processes. */
  readonly namespaces: boolean;
  /** Node's permission model: no files but those named, no processes, workers or addons. */
  readonly permissions: boolean;
  /** Linux resource limits: memory outside of the heap, processor time. */
  readonly resourceLimits: boolean;
}

let found: Promise<Containment> | undefined;

/** Finds out by trying, once in a process. */
export function findContainment(): Promise<Containment> {
  found ??= probe();
  return found;
}

async function probe(): Promise<Containment> {
  const isLinux = process.platform === 'linux';
  return {
    namespaces:
      isLinux && existsSync(UNSHARE) && (await succeeds(UNSHARE, [...NAMESPACES, '--', SHELL, '-c', ':'])),
    permissions: permissionFlag() !== undefined,
    resourceLimits: isLinux && existsSync(SHELL),
  };
}

function succeeds(command: string, args: readonly string[]): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: 'ignore', env: {} });
    child.on('error', () => resolve(false));
    child.on('close', (code) => resolve(code === 0));
  });
}

/** The name of the permission model's flag; undefined where node has none. */
function permissionFlag(): string | undefined {
  return ['--permission', '--experimental-permission'].find(isFlag);
}

function isFlag(flag: string): boolean {
  return process.allowedNodeEnvironmentFlags.has(flag);
}

export interface ContainedProgram {
  readonly program: string;
  readonly directory: string;
  readonly maxMemoryMb: number;
  readonly timeoutMs: number;
  readonly allowNetwork: boolean;
}

/** The command that runs a program in node, held back with all there is. */
export function containedCommand(
  program: ContainedProgram,
  { namespaces, resourceLimits }: Containment,
): readonly [command: string, ...args: string[]] {
  const node = [process.execPath, ...nodeFlags(program), '--eval', program.program] as const;
  const limited = resourceLimits ? ([SHELL, '-c', limits(program), 'sh', ...node] as const) : node;
  if (!namespaces) return limited;
  const own = program.allowNetwork ? NAMESPACES.filter((flag) => flag !== '--net') : NAMESPACES;
  return [UNSHARE, ...own, '--', ...limited];
}

/** Processor time is the last resort: it ends an endless loop even if this process is gone. */
function limits({ maxMemoryMb, timeoutMs }: ContainedProgram): string {
  const dataKb = (maxMemoryMb + BESIDE_HEAP_MB) * 1024;
  const cpuSeconds = 2 * Math.ceil(timeoutMs / 1_000) + 1;
  return `ulimit -c 0; ulimit -d ${dataKb}; ulimit -t ${cpuSeconds}; exec "$@"`;
}

function nodeFlags({ maxMemoryMb, directory, allowNetwork }: ContainedProgram): readonly string[] {
  const permission = permissionFlag();
  return [
    '--no-warnings',
    `--max-old-space-size=${maxMemoryMb}`,
    ...(permission ? [permission, `--allow-fs-read=${directory}/*`, `--allow-fs-write=${directory}/*`] : []),
    ...(permission && allowNetwork && isFlag('--allow-net') ? ['--allow-net'] : []),
  ];
}
