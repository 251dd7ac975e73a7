import type { FunctionCallItem } from '../items/agent-item.ts';
import { callInput, textArgument } from './call-arguments.ts';

/** Tools that run a shell command, by exact name in lower case. */
const shells = new Set([
  'bash',
  'shell',
  'exec',
  'exec_command',
  'run_shell_command',
  'execute_command',
  'execute_bash',
  'local_shell',
  'shell_command',
]);

/** The command a call runs in a shell; undefined for every other tool, and where the call names none. */
export function shellCommandOf(call: FunctionCallItem): string | undefined {
  if (!shells.has(call.name.toLowerCase())) return undefined;
  return textArgument(callInput(call), ['command', 'cmd']) || undefined;
}
