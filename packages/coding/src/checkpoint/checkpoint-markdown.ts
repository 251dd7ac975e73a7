import { SnapshotVersionError } from '@ai4j/agent';
import {
  type ListName,
  listNames,
  listOf,
  type SectionName,
  sectionBegunBy,
  sectionHeadings,
} from './checkpoint-sections.ts';
import {
  CHECKPOINT_SCHEMA_VERSION,
  type CodingSessionCheckpoint,
  emptyCheckpoint,
  isEmptyCheckpoint,
} from './coding-session-checkpoint.ts';
import { type Field, formatFields, parseFields } from './field-line.ts';
import { formatGoal, parseGoal } from './goal-text.ts';
import { formatEntries, type ListEntries, parseEntries } from './list-entries.ts';
import { formatProcess, parseProcess } from './process-line.ts';
import { formatRequest, parseRequest } from './request-line.ts';

/** The last line of what we write: when it was made, of how much. */
const stampPattern = /^<!-- checkpoint (\d+) \| (.*) -->$/;
const bulletMark = /^- /;

/** A checkpoint for people and models to read; `parseCheckpointMarkdown` gives the same checkpoint again. */
export function formatCheckpointMarkdown(checkpoint: CodingSessionCheckpoint): string {
  const { ledger, pins, inferred } = checkpoint.extensions;
  const list = (name: ListName) => section(name, formatEntries(name, entriesOf(checkpoint, name)));
  const optional = (name: ListName, isShown: boolean) => (isShown ? [list(name)] : []);
  return [
    section('goal', [formatGoal(checkpoint.goal)]),
    list('constraints'),
    sectionHeadings.progress,
    list('doneItems'),
    list('inProgressItems'),
    list('blockedItems'),
    list('keyDecisions'),
    list('nextSteps'),
    list('criticalContext'),
    ...optional('pins', pins.length > 0),
    ...optional('inferred', inferred.length > 0 || checkpoint.extensions.unlisted.inferred !== undefined),
    ...lineSection('ledger', ledger.map(formatRequest)),
    ...lineSection('processSnapshots', checkpoint.processSnapshots.map(formatProcess)),
    `<!-- checkpoint ${CHECKPOINT_SCHEMA_VERSION} | ${formatFields(stampOf(checkpoint))} -->`,
  ].join('\n\n');
}

/**
 * Reads a rendered checkpoint, ours or one that a model wrote under the same headings. Undefined where nothing
 * is found, or nothing in it.
 * @throws SnapshotVersionError for a checkpoint of a later release
 */
export function parseCheckpointMarkdown(text: string): CodingSessionCheckpoint | undefined {
  const { sections, stamp } = readSections(text);
  const lines = (name: SectionName) => sections.get(name) ?? [];
  const lists = Object.fromEntries(
    listNames.map((name) => [name, parseEntries(name, lines(name))]),
  ) as Record<ListName, ListEntries>;
  const { pins, inferred, ...fields } = lists;
  const checkpoint: CodingSessionCheckpoint = {
    ...emptyCheckpoint,
    goal: parseGoal(lines('goal')),
    constraints: fields.constraints.entries,
    doneItems: fields.doneItems.entries,
    inProgressItems: fields.inProgressItems.entries,
    blockedItems: fields.blockedItems.entries,
    keyDecisions: fields.keyDecisions.entries,
    nextSteps: fields.nextSteps.entries,
    criticalContext: fields.criticalContext.entries,
    processSnapshots: parseLines(lines('processSnapshots'), parseProcess),
    ...readStamp(stamp),
    extensions: {
      schemaVersion: CHECKPOINT_SCHEMA_VERSION,
      ledger: parseLines(lines('ledger'), parseRequest),
      pins: pins.entries,
      inferred: inferred.entries,
      unlisted: Object.fromEntries(
        Object.entries(lists).flatMap(([name, { unlisted }]) => (unlisted > 0 ? [[name, unlisted]] : [])),
      ),
    },
  };
  return stamp === undefined && isEmptyCheckpoint(checkpoint) ? undefined : checkpoint;
}

function section(name: SectionName, lines: readonly string[]): string {
  return [sectionHeadings[name], ...lines].join('\n');
}

function lineSection(name: SectionName, lines: readonly string[]): string[] {
  return lines.length === 0
    ? []
    : [
        section(
          name,
          lines.map((line) => `- ${line}`),
        ),
      ];
}

function entriesOf(checkpoint: CodingSessionCheckpoint, name: ListName): ListEntries {
  const unlisted = name === 'pins' ? 0 : (checkpoint.extensions.unlisted[name] ?? 0);
  return { entries: listOf(checkpoint, name), unlisted };
}

function parseLines<T>(lines: readonly string[], parse: (line: string) => T | undefined): T[] {
  return lines.flatMap((line) => parse(line.replace(bulletMark, '')) ?? []);
}

/** Lines under each heading of ours; what stands before the first one is a model's small talk. */
function readSections(text: string) {
  const sections = new Map<SectionName, string[]>();
  let current: string[] | undefined;
  let stamp: string | undefined;
  for (const line of text.split('\n').map((raw) => raw.replace(/\r$/, ''))) {
    const begun = sectionBegunBy(line);
    if (begun !== undefined) {
      current = sections.get(begun) ?? [];
      sections.set(begun, current);
    } else if (current && stampPattern.test(line)) stamp = line;
    else current?.push(line);
  }
  return { sections, stamp };
}

function stampOf(checkpoint: CodingSessionCheckpoint): Field[] {
  return [
    ['generatedAtEpochMs', String(checkpoint.generatedAtEpochMs)],
    ['sourceItemCount', String(checkpoint.sourceItemCount)],
    ['splitTurn', String(checkpoint.splitTurn)],
  ];
}

type Stamp = Pick<CodingSessionCheckpoint, 'generatedAtEpochMs' | 'sourceItemCount' | 'splitTurn'>;

function readStamp(line: string | undefined): Stamp {
  const [, version, fields = ''] = stampPattern.exec(line ?? '') ?? [];
  if (Number(version) > CHECKPOINT_SCHEMA_VERSION) {
    throw new SnapshotVersionError('The checkpoint', Number(version), CHECKPOINT_SCHEMA_VERSION);
  }
  const values = new Map(parseFields(fields));
  const count = (name: string) => {
    const value = Number(values.get(name) ?? 0);
    return Number.isSafeInteger(value) && value >= 0 ? value : 0;
  };
  return {
    generatedAtEpochMs: count('generatedAtEpochMs'),
    sourceItemCount: count('sourceItemCount'),
    splitTurn: values.get('splitTurn') === 'true',
  };
}
