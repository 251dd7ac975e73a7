import { errorText } from '../errors.ts';
import type { FunctionCallItem, FunctionCallOutputItem } from '../items/agent-item.ts';
import { cutOutput } from './cut-output.ts';
import type { PreparedToolCall } from './prepare-tool-call.ts';
import { failure, mayHaveTakenEffect, notCarriedOut } from './stated-outputs.ts';
import type { ToolCallScope } from './tool-call-scope.ts';
import { type OutputContent, readToolReturn } from './tool-output.ts';
import { untilAborted } from './until-aborted.ts';

type Answerable = Exclude<PreparedToolCall, { readonly step: 'ask' }>;

/**
 * Carries out calls that need no approval any more, and returns one output for each, in their order. A
 * tool that throws gives an `error`; one that does not end when the signal is aborted gives an
 * `interrupted` output and is left to itself.
 * @throws SessionStoreError when the whole of an output that had to be cut could not be kept
 */
export async function runToolCalls(
  calls: readonly Answerable[],
  scope: ToolCallScope,
): Promise<readonly FunctionCallOutputItem[]> {
  if (scope.execution === 'parallel') return inParallel(calls.map((call) => runToolCall(call, scope)));
  const outputs: FunctionCallOutputItem[] = [];
  for (const call of calls) outputs.push(await runToolCall(call, scope));
  return outputs;
}

/** Fails, too, only once all have ended. */
async function inParallel<T>(promises: readonly Promise<T>[]): Promise<readonly T[]> {
  await Promise.allSettled(promises);
  return Promise.all(promises);
}

async function runToolCall(prepared: Answerable, scope: ToolCallScope): Promise<FunctionCallOutputItem> {
  const { call } = prepared;
  const id = scope.newId();
  scope.emit({ type: 'tool-start', call });
  const output =
    prepared.step === 'answer'
      ? outputItem(call, prepared.output, id)
      : await withinLimit(await execute(prepared, scope, id), prepared.tool.maxOutputChars, scope);
  scope.emit({ type: 'tool-end', call, output });
  return output;
}

async function execute(
  { call, tool, info }: Extract<PreparedToolCall, { readonly step: 'execute' }>,
  { hooks, signal }: ToolCallScope,
  id: string,
): Promise<FunctionCallOutputItem> {
  if (signal.aborted) return outputItem(call, notCarriedOut, id);
  const run = async (): Promise<FunctionCallOutputItem> => {
    const content = await attempt(() => tool.execute(info.input, { callId: call.callId, signal }));
    const output = outputItem(call, content, id);
    return { ...output, ...(await hooks.afterToolCall?.({ ...info, output })) };
  };
  try {
    return await untilAborted(run(), signal);
  } catch (error) {
    if (signal.aborted) return outputItem(call, mayHaveTakenEffect, id);
    return outputItem(call, failure(`the output is withheld: ${errorText(error)}`), id);
  }
}

/** What the tool returned, or how it failed. */
async function attempt(act: () => Promise<unknown>): Promise<OutputContent> {
  try {
    return readToolReturn(await act());
  } catch (error) {
    return failure(errorText(error));
  }
}

/** The output of a call as memory holds it. */
export function outputItem(
  { callId }: FunctionCallItem,
  { output, outcome }: OutputContent,
  id: string,
): FunctionCallOutputItem {
  return { type: 'function_call_output', id, callId, output, outcome };
}

async function withinLimit(
  item: FunctionCallOutputItem,
  maxChars: number,
  { blobs }: ToolCallScope,
): Promise<FunctionCallOutputItem> {
  const cut = cutOutput(item.output, maxChars, item.id);
  if (cut === undefined) return item;
  // JSON keeps halves of surrogate pairs, which UTF-8 alone would not.
  const bytes = new TextEncoder().encode(JSON.stringify(item.output));
  return { ...item, output: cut, original: { hash: await blobs.put(bytes), sizeBytes: bytes.byteLength } };
}
