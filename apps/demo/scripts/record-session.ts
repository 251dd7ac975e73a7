import { cp, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { MemoryItem, SessionEventLog } from '@ai4j/agent';
import type { ScriptedReply, ScriptedTurn } from './sample-session.ts';
import { type SampleToolCall, sampleTools, type ToolResult } from './sample-tools.ts';

export interface RecordSessionOptions {
  readonly turns: readonly ScriptedTurn[];
  /** The project to work on; it is copied, and the copy is thrown away. */
  readonly project: string;
  readonly log: SessionEventLog;
}

/**
 * Plays `turns` as a session: the script is the model, the tools really run. Ids are counted, so that the
 * same script gives the same events. No usage is logged: a script is not billed.
 */
export async function recordSession({ turns, project, log }: RecordSessionOptions): Promise<void> {
  const folder = await mkdtemp(path.join(await realpath(tmpdir()), 'ai4j-sample-'));
  try {
    await cp(project, folder, { recursive: true });
    const runTool = sampleTools(folder);
    const script = scriptedResponses();
    for (const [index, { user, replies }] of turns.entries()) {
      const runId = `run-${index + 1}`;
      await log.append([{ type: 'run-started', runId }]);
      await log.append([{ type: 'items-appended', items: [script.userMessage(user)] }]);
      for (const reply of replies) {
        const response = script.response(reply);
        await log.append([{ type: 'items-appended', items: response.items }]);
        if (response.calls.length === 0) continue;
        const outputs: MemoryItem[] = [];
        for (const { callId, call } of response.calls)
          outputs.push(script.output(callId, await runTool(call)));
        await log.append([{ type: 'items-appended', items: outputs }]);
      }
      await log.append([{ type: 'run-ended', runId, stopReason: 'completed' }]);
    }
  } finally {
    await rm(folder, { recursive: true });
  }
}

interface CalledTool {
  readonly callId: string;
  readonly call: SampleToolCall;
}

/** Turns a script into items with counted ids. */
function scriptedResponses() {
  let items = 0;
  let calls = 0;
  let responses = 0;
  const id = () => `item-${++items}`;

  return {
    userMessage: (content: string): MemoryItem => ({
      type: 'message',
      id: id(),
      role: 'user',
      content,
      origin: 'typed',
    }),

    response({ think, say, calls: toolCalls = [] }: ScriptedReply) {
      const responseId = `response-${++responses}`;
      const made: MemoryItem[] = [];
      const called: CalledTool[] = [];
      if (think !== undefined) made.push({ type: 'reasoning', id: id(), responseId, text: think });
      if (say !== undefined)
        made.push({ type: 'message', id: id(), responseId, role: 'assistant', content: say });
      for (const call of toolCalls) {
        const callId = `call-${++calls}`;
        called.push({ callId, call });
        made.push({
          type: 'function_call',
          id: id(),
          responseId,
          callId,
          name: call.name,
          arguments: JSON.stringify(call.arguments),
          kind: 'json',
        });
      }
      return { items: made, calls: called };
    },

    output: (callId: string, { output, outcome }: ToolResult): MemoryItem => ({
      type: 'function_call_output',
      id: id(),
      callId,
      output,
      outcome,
    }),
  };
}
