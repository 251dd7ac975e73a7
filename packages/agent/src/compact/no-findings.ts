/** The parts of a compact result that take a model or a workspace to fill, all empty: for policies that fill none or some. */
export const noFindings = {
  completed: [],
  pending: [],
  decisions: [],
  changedArtifacts: [],
  failedCommands: [],
  testResults: [],
  userConfirmations: [],
  sandboxState: [],
  openQuestions: [],
  readFiles: [],
  modifiedFiles: [],
} as const;
