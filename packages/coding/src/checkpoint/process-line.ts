import { type ProcessSnapshot, processSnapshotSchema } from '../process/process-snapshot.ts';
import { type Field, formatFields, parseFields } from './field-line.ts';

/** A process on one line; what is as usual is left out. */
export function formatProcess(process: ProcessSnapshot): string {
  const optional: readonly (readonly [name: string, value: string | number | undefined])[] = [
    ['pid', process.pid],
    ['exitCode', process.exitCode],
    ['startedAtEpochMs', process.startedAtEpochMs],
    ['endedAtEpochMs', process.endedAtEpochMs],
    ['control', process.controlAvailable === process.restored ? String(process.controlAvailable) : undefined],
    ['lastLogOffset', process.lastLogOffset || undefined],
    ['preview', process.lastLogPreview || undefined],
  ];
  return formatFields([
    [undefined, process.processId],
    [undefined, process.restored ? 'metadata-only' : 'live'],
    ['status', process.status],
    ['cwd', process.workingDirectory],
    ['command', process.command],
    ...optional.flatMap(([name, value]): Field[] => (value === undefined ? [] : [[name, String(value)]])),
  ]);
}

/** Undefined where the line tells of no process. */
export function parseProcess(line: string): ProcessSnapshot | undefined {
  const fields = parseFields(line);
  const values = new Map(fields.filter(([name]) => name !== undefined));
  const [processId, liveness] = fields.filter(([name]) => name === undefined).map(([, value]) => value);
  const restored = liveness === 'metadata-only';
  const control = values.get('control');
  const number = (name: string) => (values.has(name) ? Number(values.get(name)) : undefined);
  const parsed = processSnapshotSchema.safeParse({
    processId,
    command: values.get('command') ?? '',
    workingDirectory: values.get('cwd') ?? '',
    status: values.get('status'),
    pid: number('pid'),
    exitCode: number('exitCode'),
    startedAtEpochMs: number('startedAtEpochMs'),
    endedAtEpochMs: number('endedAtEpochMs'),
    restored,
    controlAvailable: control === undefined ? !restored : control === 'true',
    lastLogOffset: number('lastLogOffset'),
    lastLogPreview: values.get('preview'),
  });
  return parsed.success ? withoutUndefined(parsed.data) : undefined;
}

function withoutUndefined(process: ProcessSnapshot): ProcessSnapshot {
  return Object.fromEntries(
    Object.entries(process).filter(([, value]) => value !== undefined),
  ) as ProcessSnapshot;
}
