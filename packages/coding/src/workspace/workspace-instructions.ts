import type { WorkspaceContext } from './workspace-context.ts';

/** What the system prompt begins with: where the agent works, and the project's own rules, word for word. */
export function workspaceInstructions(workspace: WorkspaceContext): string {
  const { rootPath, description, instructions, allowOutsideWorkspace, excludedPaths } = workspace;
  return [
    `You work in the workspace ${rootPath}.`,
    description,
    allowOutsideWorkspace ? undefined : 'Write nothing outside of it.',
    excludedPaths.length > 0 ? `Leave these folders alone: ${excludedPaths.join(', ')}.` : undefined,
    instructions && `Rules of the project:\n${instructions}`,
  ]
    .filter((line) => line)
    .join('\n');
}
