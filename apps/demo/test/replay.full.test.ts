import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { capturedIo } from '../src/cli/captured-io.ts';
import { runCli } from '../src/cli/run-cli.ts';
import type { ReplayReport } from '../src/replay/replay-report.ts';

const corpus = process.env.AI4J_CORPUS;
const folder = corpus === undefined ? '' : join(corpus, 'sessions');
const recordings = corpus === undefined ? [] : readdirSync(folder);
const windows = [16_000, 32_000, 64_000, 128_000];
const MORE_THAN_ANY = 100_000_000;

test.skipIf(corpus !== undefined)('recordings absent: set AI4J_CORPUS', () => {});

async function replay(file: string, ...argv: string[]): Promise<{ exitCode: number; report: ReplayReport }> {
  const captured = capturedIo(folder);
  const exitCode = await runCli(['replay', file, '--json', ...argv], captured.io);
  return { exitCode, report: JSON.parse(captured.stdout()) as ReplayReport };
}

describe.skipIf(corpus === undefined).each(recordings)('%s', (file) => {
  test.each(windows)(
    'at a window of %d no law is violated, and nothing that left memory is lost',
    async (window) => {
      const { exitCode, report } = await replay(file, '--window', String(window));

      expect(report.violations).toEqual([]);
      expect(exitCode).toBe(0);
      expect(report.loss.factsRecallable).toBe(report.loss.factsLost);
      expect(report.final.memoryItems + report.loss.factsLost).toBe(report.source.items);
    },
  );

  test('each session that outgrows 16000 is compacted there, and none in a window that holds it', async () => {
    const { report: small } = await replay(file, '--window', '16000');
    const { report: vast } = await replay(file, '--window', String(MORE_THAN_ANY));

    expect(vast.compactions).toEqual([]);
    for (const [index, session] of (vast.sessions ?? []).entries()) {
      if (session.final.contextTokens <= 16_000) continue;
      expect(small.sessions?.[index]?.compactions.length, session.source.session).toBeGreaterThan(0);
    }
  });

  test('the recorded summarizer violates no law', async () => {
    const { exitCode, report } = await replay(file, '--window', '32000', '--summarizer', 'recorded');
    expect({ exitCode, violations: report.violations }).toEqual({ exitCode: 0, violations: [] });
  });
});
