import { type UserRequest, userRequestSchema } from '../facts/requests-ledger.ts';
import { type Field, formatFields, parseFields } from './field-line.ts';

/** A request on one line. */
export function formatRequest(request: UserRequest): string {
  const { supersededBy, inReplyTo } = request;
  const optional: Field[] = [];
  if (supersededBy !== undefined) optional.push(['supersededBy', String(supersededBy)]);
  if (inReplyTo !== undefined) optional.push(['inReplyTo', inReplyTo]);
  return formatFields([
    [undefined, String(request.number)],
    [undefined, request.state],
    ['item', request.itemId],
    ['text', request.text],
    ...optional,
  ]);
}

/** Undefined where the line tells of no request. */
export function parseRequest(line: string): UserRequest | undefined {
  const fields = parseFields(line);
  const values = new Map(fields.filter(([name]) => name !== undefined));
  const [number, state] = fields.filter(([name]) => name === undefined).map(([, value]) => value);
  const supersededBy = values.get('supersededBy');
  const inReplyTo = values.get('inReplyTo');
  return userRequestSchema.safeParse({
    number: Number(number),
    itemId: values.get('item'),
    text: values.get('text'),
    state,
    ...(supersededBy === undefined ? {} : { supersededBy: Number(supersededBy) }),
    ...(inReplyTo === undefined ? {} : { inReplyTo }),
  }).data;
}
