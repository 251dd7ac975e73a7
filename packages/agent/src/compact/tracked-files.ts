import type { FunctionCallItem, MemoryItem } from '../items/agent-item.ts';
import type { FileEffects, FileEffectsOf } from '../model/file-effects.ts';
import { bashFileEffects } from './bash-file-effects.ts';
import { callInput, textArgument } from './call-arguments.ts';
import { shellCommandOf } from './shell-command.ts';

/** Files touched so far; a file that was modified is not listed as read. */
export interface TrackedFiles {
  readonly read: readonly string[];
  readonly modified: readonly string[];
}

/** At most this many of each are carried on, the latest touched: lists that only grow would fill the window. */
export const MAX_TRACKED_FILES = 200;

/** Adds what the calls among `items` touched to what was known. */
export function trackFiles(
  known: TrackedFiles,
  items: readonly MemoryItem[],
  effectsByTool: Readonly<Record<string, FileEffectsOf>> = {},
): TrackedFiles {
  const read = new Set(known.read);
  const modified = new Set(known.modified);
  for (const item of items) {
    if (item.type !== 'function_call') continue;
    const { reads = [], writes = [] } = effectsOfCall(item, effectsByTool);
    for (const path of reads) touch(read, path);
    for (const path of writes) touch(modified, path);
  }
  const readOnly = [...read].filter((path) => !modified.has(path));
  return { read: readOnly.slice(-MAX_TRACKED_FILES), modified: [...modified].slice(-MAX_TRACKED_FILES) };
}

/** Latest touched, last listed. */
function touch(paths: Set<string>, path: string): void {
  const trimmed = path.trim();
  if (trimmed === '') return;
  paths.delete(trimmed);
  paths.add(trimmed);
}

const pathKeys = ['path', 'file_path', 'filePath', 'filepath', 'filename', 'file'] as const;
const readers = new Set([
  'read',
  'read_file',
  'view',
  'cat',
  'grep',
  'glob',
  'find',
  'ls',
  'list',
  'list_files',
]);
const writers = new Set([
  'write',
  'write_file',
  'edit',
  'edit_file',
  'multi_edit',
  'multiedit',
  'create',
  'create_file',
  'delete',
  'delete_file',
  'str_replace_editor',
]);

/** By exact tool name: a name that merely contains one of these says nothing about files. */
function effectsOfCall(
  call: FunctionCallItem,
  effectsByTool: Readonly<Record<string, FileEffectsOf>>,
): FileEffects {
  const input = callInput(call);
  const own = Object.hasOwn(effectsByTool, call.name) ? effectsByTool[call.name] : undefined;
  if (own) return own(input);
  const name = call.name.toLowerCase();
  if (name === 'apply_patch') return { writes: patchedFiles(textArgument(input, ['patch', 'input'])) };
  const command = shellCommandOf(call);
  if (command !== undefined) return bashFileEffects(command);
  if (readers.has(name)) return { reads: pathsOf(input) };
  return writers.has(name) ? { writes: pathsOf(input) } : {};
}

function pathsOf(input: unknown): string[] {
  if (typeof input !== 'object' || input === null) return [];
  const values = pathKeys.map((key) => (input as Record<string, unknown>)[key]);
  return values.filter((value): value is string => typeof value === 'string');
}

function patchedFiles(patch: string): string[] {
  return [...patch.matchAll(/^\*\*\* (?:Add|Update|Delete)(?: File)?:\s*(.+)$/gm)].map(
    (match) => match[1] as string,
  );
}
