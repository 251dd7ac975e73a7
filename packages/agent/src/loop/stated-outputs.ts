import type { OutputContent } from './tool-output.ts';

/** The output of a call that nothing was done for. */
export const notCarriedOut: OutputContent = {
  output: 'Interrupted: the run ended before this call was carried out.',
  outcome: 'interrupted',
};

/** The output of a call that was under way, or may have been. */
export const mayHaveTakenEffect: OutputContent = {
  output: 'Interrupted: the run ended before this call did; it may have taken effect.',
  outcome: 'interrupted',
};

/** The output of a call that somebody refused. */
export function rejection(reason: string | undefined): OutputContent {
  return { output: reason ? `Rejected: ${reason}` : 'Rejected.', outcome: 'rejected' };
}

/** The output of a call that failed. */
export function failure(problem: string): OutputContent {
  return { output: `Error: ${problem}`, outcome: 'error' };
}
