import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readTranscript } from './read-transcript.ts';
import { recordedPrompts } from './recorded-prompts.ts';
import type { Transcript, TranscriptEntry, TranscriptFormat, TranscriptUsage } from './transcript.ts';

const corpus = process.env.AI4J_CORPUS ?? '';
const hasCorpus = corpus !== '' && existsSync(join(corpus, 'sessions'));

/** How much of each kind a recording holds. `others`: items that are neither call nor output. */
interface Counts {
  readonly calls: number;
  readonly outputs: number;
  readonly others: number;
  readonly usagePoints: number;
  readonly compactions: number;
}

// The scans below share no code with the importers: they only count records, by the rules of each format.

function at(value: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((inner, key) => (inner as Record<string, unknown> | null | undefined)?.[key], value);
}

function listAt(value: unknown, path: string): readonly unknown[] {
  const list = at(value, path);
  return Array.isArray(list) ? list : [];
}

function count(values: readonly unknown[], matches: (value: unknown) => unknown): number {
  return values.filter(matches).length;
}

function linesOf(text: string): readonly unknown[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line));
}

/** A plain string is one text block. */
function blocksAt(value: unknown, path: string): readonly unknown[] {
  return typeof at(value, path) === 'string' ? [{ type: 'text' }] : listAt(value, path);
}

const ofType = (pattern: RegExp) => (value: unknown) => pattern.test(String(at(value, 'type')));

/** Attachments whose lines have the words that went into the prompt. */
const WORDED_ATTACHMENT =
  /^(hook_additional_context|nested_memory|file|edited_text_file|invoked_skills|skill_listing|deferred_tools_delta|agent_listing_delta|mcp_instructions_delta|total_tokens_reminder)$/;

function scanClaudeCode(text: string): Counts {
  const lines = linesOf(text);
  const users = lines.filter((line) => at(line, 'type') === 'user' && !at(line, 'isCompactSummary'));
  const assistants = lines.filter((line) => at(line, 'type') === 'assistant');
  const written = assistants.flatMap((line) => blocksAt(line, 'message.content'));
  const calls = count(written, ofType(/^(server_)?tool_use$/));
  const billed = assistants.filter((line) => at(line, 'message.model') !== '<synthetic>');
  // All blocks of a line that are no results make one message.
  const userMessages = count(users, (line) =>
    blocksAt(line, 'message.content').some(ofType(/^(?!tool_result$)/)),
  );
  const attachments = count(lines, (line) => WORDED_ATTACHMENT.test(String(at(line, 'attachment.type'))));
  return {
    calls,
    outputs: count(
      users.flatMap((line) => blocksAt(line, 'message.content')),
      ofType(/^tool_result$/),
    ),
    others: written.length - calls + userMessages + attachments,
    usagePoints: new Set(billed.map((line) => at(line, 'message.id'))).size,
    compactions: count(lines, (line) => /compact_boundary$/.test(String(at(line, 'subtype')))),
  };
}

function scanCodex(text: string): Counts {
  const lines = linesOf(text);
  const items = lines
    .filter((line) => at(line, 'type') === 'response_item')
    .map((line) => at(line, 'payload'));
  const compactions = lines.filter((line) => at(line, 'type') === 'compacted');
  const said = new Set(items.map((item) => JSON.stringify(at(item, 'content'))));
  const replacements = compactions.flatMap((line) => listAt(line, 'payload.replacement_history'));
  // What a compaction repeats is kept; what it adds is there once for each compaction.
  const added = count(
    replacements,
    (item) => at(item, 'type') === 'compaction' || !said.has(JSON.stringify(at(item, 'content'))),
  );
  const calls = count(items, ofType(/^(function|custom_tool)_call$/));
  const outputs = count(items, ofType(/_output$/));
  const totals = lines
    .filter((line) => at(line, 'payload.type') === 'token_count' && at(line, 'payload.info'))
    .map((line) => JSON.stringify(at(line, 'payload.info.total_token_usage')));
  return {
    calls,
    outputs,
    others: items.length - calls - outputs + added,
    usagePoints: new Set(totals).size,
    compactions: compactions.length,
  };
}

function scanPi(text: string): Counts {
  const lines = linesOf(text);
  const messages = lines.filter((line) => at(line, 'type') === 'message').map((line) => at(line, 'message'));
  const assistants = messages.filter((message) => at(message, 'role') === 'assistant');
  const written = assistants.flatMap((message) => listAt(message, 'content'));
  const calls = count(written, ofType(/^toolCall$/));
  const outputs = count(messages, (message) => at(message, 'role') === 'toolResult');
  const empty = count(written, (block) => at(block, 'type') === 'text' && at(block, 'text') === '');
  return {
    calls,
    outputs,
    others: written.length - calls - empty + messages.length - assistants.length - outputs,
    usagePoints: count(assistants, promptOfPi),
    compactions: count(lines, ofType(/^compaction$/)),
  };
}

function promptOfPi(message: unknown): number {
  return ['input', 'cacheRead', 'cacheWrite'].reduce(
    (sum, side) => sum + Number(at(message, `usage.${side}`)),
    0,
  );
}

/** Chat messages but for the leading system prompt. */
function scanChat(messages: readonly unknown[], usagePoints: number): Counts {
  const assistants = messages.filter((message) => at(message, 'role') === 'assistant');
  const texts = count(
    messages,
    (message) => at(message, 'content') && /^(user|assistant)$/.test(String(at(message, 'role'))),
  );
  return {
    calls: assistants.flatMap((message) => listAt(message, 'tool_calls')).length,
    outputs: count(messages, (message) => at(message, 'role') === 'tool'),
    others: texts + count(assistants, (message) => at(message, 'reasoning_content')),
    usagePoints,
    compactions: 0,
  };
}

function scanMiniSweAgent(text: string): Counts {
  const messages = listAt(JSON.parse(text), 'messages');
  return scanChat(
    messages,
    count(messages, (message) => at(message, 'extra.response.usage')),
  );
}

function scanSweAgent(text: string): Counts {
  return scanChat(listAt(JSON.parse(text), 'history'), 0);
}

function scanOpenHands(text: string): Counts {
  const events = linesOf(text).flatMap((line) => listAt(line, 'history'));
  const responses = new Set(
    events.flatMap((event) => at(event, 'tool_call_metadata.model_response.id') ?? []),
  );
  const ofModel = events.filter((event) => at(event, 'tool_call_metadata'));
  const actions = ofModel.filter((event) => at(event, 'action'));
  return {
    calls: actions.length,
    outputs: count(ofModel, (event) => at(event, 'observation')),
    others:
      count(actions, (event) => at(event, 'tool_call_metadata.model_response.choices.0.message.content')) +
      count(events, (event) => at(event, 'action') === 'message' || at(event, 'observation') === 'error'),
    usagePoints: responses.size,
    compactions: 0,
  };
}

function scanCline(text: string): Counts {
  const messages = listAt(JSON.parse(text), 'messages');
  const kinds = messages.map((message) => at(message, 'metadata.kind'));
  const blocks = messages
    .filter((_, index) => kinds[index] !== 'compaction_summary')
    .flatMap((message) => listAt(message, 'content'));
  const calls = count(blocks, ofType(/^tool_use$/));
  const outputs = count(blocks, ofType(/^tool_result$/));
  // A file stands in the same message as the words about it.
  return {
    calls,
    outputs,
    others: blocks.length - calls - outputs - count(blocks, ofType(/^file$/)),
    usagePoints: count(messages, (message) => at(message, 'metrics.inputTokens')),
    compactions: count(kinds, (kind) => /^compaction/.test(String(kind))),
  };
}

function scanGeminiCli(text: string): Counts {
  const messages = listAt(JSON.parse(text), 'messages').filter(ofType(/^(user|gemini)$/));
  const toolCalls = messages.flatMap((message) => listAt(message, 'toolCalls'));
  return {
    calls: toolCalls.length,
    outputs: count(toolCalls, (call) => at(call, 'result')),
    others:
      count(messages, (message) => at(message, 'content')) +
      count(messages, (message) => listAt(message, 'thoughts').length),
    usagePoints: count(messages, (message) => at(message, 'tokens.input')),
    compactions: 0,
  };
}

function scanGeminiContents(text: string): Counts {
  const parts = (JSON.parse(text) as readonly unknown[]).flatMap((content) => listAt(content, 'parts'));
  const calls = count(parts, (part) => at(part, 'functionCall'));
  const outputs = count(parts, (part) => at(part, 'functionResponse'));
  const snapshots = count(parts, (part) => String(at(part, 'text')).startsWith('<state_snapshot>'));
  return {
    calls,
    outputs,
    others: parts.length - calls - outputs - snapshots,
    usagePoints: 0,
    compactions: snapshots,
  };
}

interface Recording {
  readonly file: string;
  readonly format: TranscriptFormat;
  readonly scan: (text: string) => Counts;
  readonly sessions: number;
  readonly pending: number;
  readonly orphans: number;
  /** Points that our importer has and the list of the corpus leaves out: billed calls that were then aborted. */
  readonly abortedUsagePoints?: number;
}

const recordings: readonly Recording[] = [
  {
    file: 'claude-code_ko_compact2_newformat.jsonl',
    format: 'claude-code',
    scan: scanClaudeCode,
    sessions: 1,
    pending: 0,
    orphans: 0,
  },
  {
    file: 'claude-code_opus45_compact2_micro2.jsonl',
    format: 'claude-code',
    scan: scanClaudeCode,
    sessions: 1,
    pending: 0,
    orphans: 0,
  },
  {
    file: 'claude-code_opus46_parallel_compact1.jsonl',
    format: 'claude-code',
    scan: scanClaudeCode,
    sessions: 1,
    pending: 0,
    orphans: 0,
  },
  {
    file: 'claude-code_sonnet45_303calls_compact1.jsonl',
    format: 'claude-code',
    scan: scanClaudeCode,
    sessions: 1,
    pending: 0,
    orphans: 0,
  },
  {
    file: 'claude-code_zh_heavy.jsonl',
    format: 'claude-code',
    scan: scanClaudeCode,
    sessions: 1,
    pending: 0,
    orphans: 0,
  },
  {
    file: 'claude-code_zh_images_micro9.jsonl',
    format: 'claude-code',
    scan: scanClaudeCode,
    sessions: 1,
    pending: 0,
    orphans: 0,
  },
  {
    file: 'cline_session.agentic-compaction.json',
    format: 'cline',
    scan: scanCline,
    sessions: 1,
    pending: 0,
    orphans: 0,
  },
  {
    file: 'cline_session.basic-compaction.json',
    format: 'cline',
    scan: scanCline,
    sessions: 1,
    pending: 0,
    orphans: 0,
  },
  {
    file: 'cline_session.messages.json',
    format: 'cline',
    scan: scanCline,
    sessions: 1,
    pending: 0,
    orphans: 0,
  },
  {
    file: 'codex_gpt55_parallel_compact1.jsonl',
    format: 'codex',
    scan: scanCodex,
    sessions: 1,
    pending: 0,
    orphans: 0,
  },
  {
    file: 'codex_gpt56_391calls_compact2.jsonl',
    format: 'codex',
    scan: scanCodex,
    sessions: 1,
    pending: 0,
    orphans: 0,
  },
  {
    file: 'gemini-cli_contents_snapshot_masked.json',
    format: 'gemini-contents',
    scan: scanGeminiContents,
    sessions: 1,
    pending: 0,
    orphans: 1,
  },
  {
    file: 'gemini-cli_session_25flash.json',
    format: 'gemini-cli',
    scan: scanGeminiCli,
    sessions: 1,
    pending: 0,
    orphans: 0,
  },
  {
    file: 'mini-swe_deepseek-chat_sqlfluff-1733.traj.json',
    format: 'mini-swe-agent',
    scan: scanMiniSweAgent,
    sessions: 1,
    pending: 1,
    orphans: 0,
  },
  {
    file: 'mini-swe_deepseek-reasoner_sqlfluff-1517.traj.json',
    format: 'mini-swe-agent',
    scan: scanMiniSweAgent,
    sessions: 1,
    pending: 0,
    orphans: 0,
  },
  {
    file: 'openhands_llama4_ponyc-4593+4595.output.jsonl',
    format: 'openhands',
    scan: scanOpenHands,
    sessions: 2,
    pending: 2,
    orphans: 0,
  },
  {
    file: 'pi-v1_opus45_compaction2.jsonl',
    format: 'pi',
    scan: scanPi,
    sessions: 1,
    pending: 6,
    orphans: 0,
    abortedUsagePoints: 6,
  },
  {
    file: 'swe-agent_marshmallow-1867_function-calling.traj',
    format: 'swe-agent',
    scan: scanSweAgent,
    sessions: 1,
    pending: 0,
    orphans: 0,
  },
];

function entriesOf(transcript: Transcript): readonly TranscriptEntry[] {
  return transcript.sessions.flatMap((session) => session.entries);
}

function countsOf(transcript: Transcript): Counts {
  const entries = entriesOf(transcript);
  const items = entries.flatMap((entry) => (entry.type === 'item' ? [entry.item.type] : []));
  const calls = count(items, (type) => type === 'function_call');
  const outputs = count(items, (type) => type === 'function_call_output');
  return {
    calls,
    outputs,
    others: items.length - calls - outputs,
    usagePoints: count(entries, ofType(/^usage$/)),
    compactions: count(entries, ofType(/^compaction$/)),
  };
}

/** Calls of ours without output, and outputs without call. Each session has its own calls. */
function pairingOf(transcript: Transcript): { readonly pending: number; readonly orphans: number } {
  let pending = 0;
  let orphans = 0;
  for (const session of transcript.sessions) {
    const waiting = new Set<string>();
    for (const entry of session.entries) {
      if (entry.type !== 'item') continue;
      if (entry.item.type === 'function_call' && !entry.item.providerExecuted) waiting.add(entry.item.callId);
      if (entry.item.type === 'function_call_output' && !waiting.delete(entry.item.callId)) orphans++;
    }
    pending += waiting.size;
  }
  return { pending, orphans };
}

/** The tokens of a point by side, as the lists of the corpus have them: Gemini's thoughts stand beside its output there. */
function sidesOf({ usage }: TranscriptUsage, format: TranscriptFormat): readonly number[] {
  const thoughts = format === 'gemini-cli' ? (usage.reasoningTokens ?? 0) : 0;
  return [usage.inputTokens, usage.cacheReadTokens, usage.cacheWriteTokens, usage.outputTokens - thoughts];
}

describe.skipIf(!hasCorpus)('every recording of the corpus', () => {
  const textOf = (file: string) => readFileSync(join(corpus, 'sessions', file), 'utf8');
  const read = (file: string) => readTranscript(readFileSync(join(corpus, 'sessions', file)), { name: file });

  test.each(recordings)(
    '$file: as many items, calls, outputs, usage points and compactions as a raw scan finds',
    async (recording) => {
      const transcript = await read(recording.file);
      expect(transcript.format).toBe(recording.format);
      expect(transcript.problems).toEqual([]);
      expect(transcript.sessions.length).toBe(recording.sessions);
      expect(countsOf(transcript)).toEqual(recording.scan(textOf(recording.file)));
      expect(pairingOf(transcript)).toEqual({ pending: recording.pending, orphans: recording.orphans });
    },
  );

  const listed = recordings.filter(({ file }) => existsSync(join(corpus, 'usage', `${file}.usage.jsonl`)));
  test.each(listed)(
    '$file: the usage points are those of the corpus',
    async ({ file, format, abortedUsagePoints = 0 }) => {
      const points = entriesOf(await read(file)).flatMap((entry) => (entry.type === 'usage' ? [entry] : []));
      const ours = points.map((point) => sidesOf(point, format).join(' '));
      const theirs = linesOf(readFileSync(join(corpus, 'usage', `${file}.usage.jsonl`), 'utf8')).map(
        (point) => ['input', 'cacheRead', 'cacheWrite', 'output'].map((side) => at(point, side)).join(' '),
      );
      let matched = 0;
      for (const point of ours) if (point === theirs[matched]) matched++;
      expect(matched).toBe(theirs.length);
      expect(ours.length - theirs.length).toBe(abortedUsagePoints);
    },
  );

  test.each(recordings)(
    '$file: the items of a response are contiguous, its usage follows, each prompt comes before it',
    async ({ file }) => {
      for (const session of (await read(file)).sessions) {
        const closed = new Set<string>();
        let open: string | undefined;
        for (const entry of session.entries) {
          const responseId =
            entry.type === 'compaction'
              ? undefined
              : entry.type === 'usage'
                ? entry.responseId
                : responseIdOf(entry);
          if (responseId !== open && open !== undefined) closed.add(open);
          if (responseId !== undefined) expect(closed.has(responseId)).toBe(false);
          open = responseId;
        }
        for (const prompt of recordedPrompts(session)) {
          expect(
            prompt.items.some((item) => 'responseId' in item && item.responseId === prompt.usage.responseId),
          ).toBe(false);
          expect(prompt.items.slice(prompt.items.length - prompt.added.length)).toEqual(prompt.added);
        }
      }
    },
  );
});

function responseIdOf({ item }: TranscriptEntry & { readonly type: 'item' }): string | undefined {
  return 'responseId' in item ? item.responseId : undefined;
}

test.runIf(!hasCorpus)('recordings absent: set AI4J_CORPUS', () => {
  expect(hasCorpus).toBe(false);
});
