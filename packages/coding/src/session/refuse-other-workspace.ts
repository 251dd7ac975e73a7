import type { WorkspaceContext } from '../workspace/workspace-context.ts';
import { CodingSessionError } from './coding-session-error.ts';
import type { CodingSessionState } from './coding-session-state.ts';

/** @throws CodingSessionError `workspace_mismatch`: paths of one workspace mean nothing in another */
export function refuseOtherWorkspace(
  { workspaceRoot }: Pick<CodingSessionState, 'workspaceRoot'>,
  { rootPath }: WorkspaceContext,
): void {
  if (workspaceRoot === rootPath) return;
  throw new CodingSessionError(
    'workspace_mismatch',
    `The state is of a session in ${workspaceRoot}; this agent works in ${rootPath}.`,
  );
}
