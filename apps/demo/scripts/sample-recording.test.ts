import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { recordSample, sampleFile } from './sample-recording.ts';

/** Test logs and assertion texts differ from one major version of Node to the next. */
const isRecordedVersion = process.versions.node.startsWith('20.');

/** The tools start some thirty processes: 7 s on an idle machine, longer on a busy one. */
const TIMEOUT_MS = 120_000;

test.runIf(isRecordedVersion)(
  'the sample session is what its script and tools give, on Node 20',
  async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'ai4j-recording-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = path.join(folder, 'again.jsonl');
    await recordSample(file);
    expect(readFileSync(file, 'utf8')).toBe(readFileSync(sampleFile, 'utf8'));
  },
  TIMEOUT_MS,
);
