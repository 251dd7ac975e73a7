import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openTraceFile } from './trace-sink.ts';

test('every record is a line, however much is written at once', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ai4j-trace-'));
  const path = join(folder, 'trace.jsonl');
  const sink = await openTraceFile(path);
  const text = 'x'.repeat(300_000);
  for (let seq = 1; seq <= 20; seq++) {
    sink.write({
      trace: 'recall',
      seq,
      item: { type: 'message', id: `${seq}`, role: 'user', content: text },
    });
    await sink.ready();
  }
  sink.write({ trace: 'end', steps: 0 });
  await sink.close();

  const lines = readFileSync(path, 'utf8').split('\n');
  expect(lines).toHaveLength(22);
  expect(lines.slice(-2)).toEqual(['{"trace":"end","steps":0}', '']);
  rmSync(folder, { recursive: true });
});

test('a folder that is not there is said when the trace is opened', async () => {
  await expect(openTraceFile('/no/such/folder/trace.jsonl')).rejects.toThrow('ENOENT');
});
