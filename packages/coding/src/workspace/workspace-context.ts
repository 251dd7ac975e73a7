/** The folder a session works in, and what it may touch. A description: nothing here reads a disk. */
export interface WorkspaceContext {
  /** Absolute. */
  readonly rootPath: string;
  /** Folder names that lists and searches leave out, and tools never write to. */
  readonly excludedPaths: readonly string[];
  /** Whether tools may write outside of `rootPath`. */
  readonly allowOutsideWorkspace: boolean;
  /** Folders outside of `rootPath` that may be read. */
  readonly allowedReadRoots: readonly string[];
  /** What the workspace is, in a sentence or two, for the system prompt. */
  readonly description: string | undefined;
  /** The project's own rules for agents (AGENTS.md), word for word. */
  readonly instructions: string | undefined;
}

const defaultExcludedPaths: readonly string[] = ['.git', 'target', 'node_modules', '.idea'];

/** A workspace with the defaults of the reference: nothing outside of it is written. */
export function workspaceContext(
  workspace: Pick<WorkspaceContext, 'rootPath'> & Partial<WorkspaceContext>,
): WorkspaceContext {
  return {
    excludedPaths: defaultExcludedPaths,
    allowOutsideWorkspace: false,
    allowedReadRoots: [],
    description: undefined,
    instructions: undefined,
    ...workspace,
  };
}
