import type { FunctionCallItem } from '../items/agent-item.ts';
import { type Content, contentText } from '../items/content.ts';
import type { ToolSet } from '../model/tool.ts';
import type { CodeFunction } from './code-executor.ts';
import { prepareToolCall } from './prepare-tool-call.ts';
import { runToolCalls } from './run-tool-calls.ts';
import type { ToolCallScope } from './tool-call-scope.ts';

/**
 * The agent's tools as functions for code that runs under the call `callId`. A call is validated, goes
 * through the hooks and is told like one of the model's, under an id of its own; its output reaches the
 * code whole and enters memory only as far as the code passes it on.
 */
export function toolsInCode(
  tools: ToolSet,
  callId: string,
  scope: Omit<ToolCallScope, 'tools' | 'execution'>,
): Readonly<Record<string, CodeFunction>> {
  const whole: ToolCallScope = { ...scope, tools: withWholeOutputs(tools), execution: 'parallel' };
  let calls = 0;
  const functionFor = (name: string): CodeFunction => {
    return async (input) => {
      const id = `${callId}/${++calls}`;
      const args = JSON.stringify(input ?? {});
      return carryOut({ type: 'function_call', id, callId: id, name, arguments: args, kind: 'json' }, whole);
    };
  };
  return Object.fromEntries(Object.keys(tools).map((name) => [name, functionFor(name)]));
}

async function carryOut(call: FunctionCallItem, scope: ToolCallScope): Promise<Content> {
  const prepared = await prepareToolCall(call, scope);
  if (prepared.step === 'ask') {
    throw new Error(`"${call.name}" needs an approval here: call it yourself, not from code.`);
  }
  const [result] = await runToolCalls([prepared], scope);
  if (!result) throw new Error(`"${call.name}" gave no output.`);
  if (result.outcome !== 'ok') throw new Error(contentText(result.output));
  return result.output;
}

/** The size limit of an output is a context's; code has none. */
function withWholeOutputs(tools: ToolSet): ToolSet {
  return Object.fromEntries(
    Object.entries(tools).map(([name, tool]) => [
      name,
      { ...tool, maxOutputChars: Number.POSITIVE_INFINITY },
    ]),
  );
}
