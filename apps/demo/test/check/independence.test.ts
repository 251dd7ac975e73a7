import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const folder = new URL('../../src/check/', import.meta.url);

/** Trace records, and the one digest that both sides of a trace must agree on. */
const shared = ['../replay/trace.ts', '../replay/memory-digest.ts', '../replay/canonical-json.ts', 'zod/v4'];

it.each(readdirSync(folder))('%s shares no code with what it judges', (file) => {
  const source = readFileSync(new URL(file, folder), 'utf8');
  const imports = [...source.matchAll(/import (type )?[^;]*? from '([^']+)'/g)].map(([, type, from]) => ({
    type,
    from,
  }));
  const foreign = imports.filter(
    ({ type, from }) => !type && !from?.startsWith('./') && !shared.includes(from ?? ''),
  );
  expect(foreign).toEqual([]);
});
