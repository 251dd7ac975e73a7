import { basename, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { checkedLaws } from '../replay/checked-laws.ts';
import type { ReplayedSession } from '../replay/replay-session.ts';
import { replaySession } from '../replay/replay-session.ts';
import { wholeFileReport } from '../replay/whole-file-report.ts';
import { printable } from '../report/printable.ts';
import { terminalReport } from '../report/terminal-report.ts';
import type { CliIo, ExitCode } from './cli-io.ts';
import { cliLogger } from './cli-logger.ts';
import { drawingOptions } from './drawing-options.ts';
import { openRecording, type Recording } from './open-recording.ts';
import { openTraceOutput, refuseSharedFiles, writeReportFile } from './output-file.ts';
import { Progress } from './progress.ts';
import { parseReplayOptions, type ReplayOptions, replayHelp } from './replay-options.ts';
import { UsageError } from './usage-error.ts';

/** `ai4j replay`. @throws UsageError for what the user can mend */
export async function replayCommand(argv: readonly string[], io: CliIo): Promise<ExitCode> {
  const options = parseReplayOptions(argv);
  if (options === 'help') {
    io.stdout.write(replayHelp);
    return 0;
  }
  return replay(options, io);
}

/** Replays, writes what was asked for, and reports on stdout. */
export async function replay(options: ReplayOptions, io: CliIo): Promise<ExitCode> {
  await refuseToOverwrite(options, io);
  const startedMs = performance.now();
  const recording = await openRecording(resolve(io.cwd, options.file), options.file);
  const importMs = performance.now() - startedMs;
  const sessions = await replaySessions(recording, options, importMs, io);
  const report = options.session === undefined ? wholeFileReport(sessions, importMs) : sessions[0]!.report;
  const written = await writeHtml(options, sessions, io);
  if (options.trace !== undefined) written.unshift({ name: 'Trace', path: options.trace });
  const notices = [...recording.notices, ...sessions.flatMap(failureNotice)];
  if (options.json) {
    for (const notice of notices) io.stderr.write(`ai4j: ${printable(notice)}\n`);
    io.stdout.write(`${JSON.stringify(report)}\n`);
  } else {
    io.stdout.write(
      terminalReport({ report, sessions, laws: checkedLaws, notices, written }, drawingOptions(io)),
    );
  }
  return report.violations.length > 0 ? 1 : 0;
}

async function replaySessions(
  { transcript, file }: Recording,
  options: ReplayOptions,
  importMs: number,
  io: CliIo,
): Promise<readonly ReplayedSession[]> {
  const chosen = chooseSessions(transcript.sessions, options.session, file);
  const trace =
    options.trace === undefined
      ? undefined
      : await openTraceOutput(resolve(io.cwd, options.trace), `--trace ${options.trace}`);
  const logger = await cliLogger(io);
  const progress = new Progress(io.stderr);
  const replayed: ReplayedSession[] = [];
  try {
    for (const session of chosen) {
      const source = { file, format: transcript.format, session, importMs };
      const onStep = (step: number) => progress.show(printable(`${session.id}: model call ${step}`));
      replayed.push(await replaySession(source, { ...options, trace, logger, onStep }));
    }
  } finally {
    progress.clear();
    await trace?.close();
  }
  return replayed;
}

function chooseSessions<Session>(
  sessions: readonly Session[],
  number: number | undefined,
  file: string,
): readonly Session[] {
  if (number === undefined) return sessions;
  const session = sessions[number - 1];
  if (session === undefined) {
    const has = sessions.length === 1 ? '1 session' : `${sessions.length} sessions`;
    throw new UsageError(`--session ${number}: ${file} has ${has}.`);
  }
  return [session];
}

/** A recording is somebody's history: nothing is written over it. */
function refuseToOverwrite({ file, trace, html }: ReplayOptions, io: CliIo): Promise<void> {
  const asked = { 'the recording': file, '--trace': trace, '--html': html };
  const files = Object.entries(asked).flatMap(([option, path]) =>
    path === undefined ? [] : [{ option, path: resolve(io.cwd, path) }],
  );
  return refuseSharedFiles(files);
}

async function writeHtml(
  { html, file }: ReplayOptions,
  sessions: readonly ReplayedSession[],
  io: CliIo,
): Promise<{ name: string; path: string }[]> {
  if (html === undefined) return [];
  const { htmlReport } = await import('../report/html-report.ts');
  await writeReportFile(resolve(io.cwd, html), htmlReport(basename(file), sessions), `--html ${html}`);
  return [{ name: 'HTML', path: html }];
}

function failureNotice({ report, failures: [first, ...more] }: ReplayedSession): readonly string[] {
  if (first === undefined) return [];
  const again = more.length === 0 ? '' : ` (and before ${more.length} later calls)`;
  return [`${report.source.session}: compaction failed before call ${first.step}${again}: ${first.reason}`];
}
