import type { AgentItem, MemoryItem, SessionEvent } from '@ai4j/agent';
import type { TraceItem, TraceRecord } from '../../src/replay/trace.ts';

/** The same value with nothing readonly: what a fault is written into. */
export type Mutable<Value> = Value extends readonly [infer From, infer To]
  ? [Mutable<From>, Mutable<To>]
  : Value extends readonly (infer Element)[]
    ? Mutable<Element>[]
    : Value extends object
      ? { -readonly [Key in keyof Value]: Mutable<Value[Key]> }
      : Value;

export type MutableTrace = Mutable<TraceRecord>[];
export type Traced<Kind extends TraceRecord['trace']> = Extract<Mutable<TraceRecord>, { trace: Kind }>;
export type Logged<Type extends SessionEvent['type']> = Mutable<Extract<SessionEvent, { type: Type }>>;

/** A copy to write into; no two places of it share a value. */
export function editable<Value>(value: Value): Mutable<Value> {
  return JSON.parse(JSON.stringify(value));
}

/** The request of a step. */
export function request(trace: MutableTrace, step: number): Traced<'request'> {
  return found(
    trace.find((record): record is Traced<'request'> => record.trace === 'request' && record.step === step),
  );
}

/** The nth event of a type, from 0. */
export function event<Type extends SessionEvent['type']>(
  trace: MutableTrace,
  type: Type,
  nth = 0,
): Logged<Type> {
  const events = trace.flatMap((record) =>
    record.trace === 'event' ? [record.event as Mutable<SessionEvent>] : [],
  );
  return found(events.filter((each): each is Logged<Type> => each.type === type)[nth]);
}

export function recall(trace: MutableTrace, seq: number): Traced<'recall'> {
  return found(
    trace.find((record): record is Traced<'recall'> => record.trace === 'recall' && record.seq === seq),
  );
}

/** Where a record is in the trace. */
export function indexOf(trace: MutableTrace, record: Mutable<TraceRecord> | Mutable<SessionEvent>): number {
  return trace.findIndex((each) => each === record || (each.trace === 'event' && each.event === record));
}

/** The items of a request one by one: ranges written out, so that one of them can be moved or left out. */
export function writtenOut(items: readonly Mutable<TraceItem>[]): Mutable<TraceItem>[] {
  return items.flatMap((item): Mutable<TraceItem>[] => {
    if ('item' in item) return [item];
    const [from, to] = item;
    return Array.from({ length: to - from + 1 }, (_, offset): [number, number] => [
      from + offset,
      from + offset,
    ]);
  });
}

/** Sends the items of a step in another way. */
export function resend(
  trace: MutableTrace,
  step: number,
  change: (items: Mutable<TraceItem>[]) => Mutable<TraceItem>[],
): void {
  const sent = request(trace, step);
  sent.items = change(writtenOut(sent.items));
}

export function isSeq(seq: number): (item: Mutable<TraceItem>) => boolean {
  return (item) => ('item' in item ? item.seq === seq : item[0] === seq);
}

/** The item that was appended with a seq. */
export function loggedItem(trace: MutableTrace, seq: number): Mutable<MemoryItem> {
  for (const record of trace) {
    if (record.trace !== 'event' || record.event.type !== 'items-appended') continue;
    const item = record.event.items[seq - record.event.seq];
    if (item) return item as Mutable<MemoryItem>;
  }
  throw new Error(`no item has seq ${seq}`);
}

/** An item that a request sends in a form of its own. */
export function sentForm(trace: MutableTrace, step: number, seq: number | undefined): Mutable<AgentItem> {
  for (const item of request(trace, step).items)
    if ('item' in item && item.seq === seq) return item.item as Mutable<AgentItem>;
  throw new Error(`step ${step} sends no form of seq ${seq}`);
}

function found<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('the trace has no such record');
  return value;
}
