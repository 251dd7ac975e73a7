import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** An entry of pi's session tree; we only hand them back. */
export type PiEntry = { readonly type: string };
/** A message as pi sends it to its model layer; we only hand them back. */
export type PiMessage = { readonly role: string };

/** The parts of pi that do what we measure, by their own names. */
export interface PiPeer {
  readonly version: string;
  readonly SessionManager: { open(file: string): { getEntries(): readonly PiEntry[] } };
  buildSessionContext(entries: readonly PiEntry[]): { readonly messages: readonly PiMessage[] };
  estimateTokens(message: PiMessage): number;
}

const folder = fileURLToPath(new URL('../peer', import.meta.url));
const installed = `${folder}/node_modules/@mariozechner/pi-coding-agent`;

/** Installs pi into its own folder the first time; later calls find it there. */
export async function loadPiPeer(): Promise<PiPeer> {
  if (!existsSync(installed)) {
    process.stderr.write('installing pi (204 MB, once) …\n');
    const options = ['--no-package-lock', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
    execFileSync('npm', ['install', ...options], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  }
  const { version } = JSON.parse(readFileSync(`${installed}/package.json`, 'utf8')) as { version: string };
  const part = (file: string) => import(pathToFileURL(`${installed}/dist/core/${file}`).href);
  const [{ SessionManager, buildSessionContext }, { estimateTokens }] = await Promise.all([
    part('session-manager.js'),
    part('compaction/index.js'),
  ]);
  return { version, SessionManager, buildSessionContext, estimateTokens };
}
