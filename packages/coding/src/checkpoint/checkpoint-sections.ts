import type { CodingSessionCheckpoint } from './coding-session-checkpoint.ts';

/** A rendered checkpoint section by section, in order. */
export const sectionHeadings = {
  goal: '## Goal',
  constraints: '## Constraints & Preferences',
  progress: '## Progress',
  doneItems: '### Done',
  inProgressItems: '### In Progress',
  blockedItems: '### Blocked',
  keyDecisions: '## Key Decisions',
  nextSteps: '## Next Steps',
  criticalContext: '## Critical Context',
  pins: '## Pinned by the User',
  inferred: '## Inferred (not said by the user)',
  ledger: '## Requests',
  processSnapshots: '## Process Snapshots',
} as const;
export type SectionName = keyof typeof sectionHeadings;

/** The sections that are lists of texts. */
export type ListName = Exclude<SectionName, 'goal' | 'progress' | 'ledger' | 'processSnapshots'>;

export const listNames: readonly ListName[] = [
  'constraints',
  'doneItems',
  'inProgressItems',
  'blockedItems',
  'keyDecisions',
  'nextSteps',
  'criticalContext',
  'pins',
  'inferred',
];

/** What stands where there is nothing: read back as nothing. */
export const NO_ENTRIES = '(none)';
export const DEFAULT_GOAL = 'Continue the current coding session.';
export const DEFAULT_NEXT_STEP = 'Resume from the latest workspace state.';

export function listOf(checkpoint: CodingSessionCheckpoint, name: ListName): readonly string[] {
  return name === 'pins' || name === 'inferred' ? checkpoint.extensions[name] : checkpoint[name];
}

const namesByHeading = new Map(
  Object.entries(sectionHeadings).map(([name, heading]) => [heading.toLowerCase(), name as SectionName]),
);

/** The section a line begins; undefined for every line that is no heading of ours. */
export function sectionBegunBy(line: string): SectionName | undefined {
  if (!line.startsWith('#')) return undefined;
  return namesByHeading.get(line.trimEnd().replace(/:$/, '').toLowerCase());
}
