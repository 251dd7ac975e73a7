import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { recordSample, sampleFile } from './sample-recording.ts';

/** Test logs and assertion texts differ from one major version of Node to the next. */
const isRecordedVersion = process.versions.node.startsWith('20.');

describe('the sample session', () => {
  test.runIf(isRecordedVersion)('is what its script and tools give', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'ai4j-recording-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = path.join(folder, 'again.jsonl');
    await recordSample(file);
    expect(readFileSync(file, 'utf8')).toBe(readFileSync(sampleFile, 'utf8'));
  });

  test.skipIf(isRecordedVersion)('was recorded with Node 20: run this test there', () => {});
});
