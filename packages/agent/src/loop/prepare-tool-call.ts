import { errorText } from '../errors.ts';
import type { FunctionCallItem } from '../items/agent-item.ts';
import type { Tool, ToolSet } from '../model/tool.ts';
import type { ParsedInput } from '../model/tool-input.ts';
import type { ToolCallDecision, ToolCallInfo } from './agent-hooks.ts';
import { failure, notCarriedOut, rejection } from './stated-outputs.ts';
import type { ToolCallScope } from './tool-call-scope.ts';
import type { OutputContent } from './tool-output.ts';
import { untilAborted } from './until-aborted.ts';

/** A call, and what is to become of it. */
export type PreparedToolCall = { readonly call: FunctionCallItem } & (
  | { readonly step: 'execute'; readonly tool: Tool; readonly info: ToolCallInfo }
  /** It is not carried out: this is its output. */
  | { readonly step: 'answer'; readonly output: OutputContent }
  /** A person decides first. */
  | { readonly step: 'ask'; readonly reason?: string | undefined }
);

export interface ToolCallFacts {
  /** A person approved the call. */
  readonly approved?: boolean | undefined;
  /** The response ended at its output limit with this call: it may be incomplete. */
  readonly cutOff?: boolean | undefined;
}

/**
 * Decides on one call, in this order: is there such a tool, are the arguments valid, what does the hook
 * say, must a person approve. A `modify` of the hook is validated again, and approval is asked for the
 * input as modified. Never throws: what a validator, hook or `needsApproval` throws is an output.
 */
export async function prepareToolCall(
  call: FunctionCallItem,
  scope: ToolCallScope,
  facts: ToolCallFacts = {},
): Promise<PreparedToolCall> {
  if (scope.signal.aborted) return { call, step: 'answer', output: notCarriedOut };
  try {
    return { call, ...(await untilAborted(decide(call, scope, facts), scope.signal)) };
  } catch (error) {
    if (scope.signal.aborted) return { call, step: 'answer', output: notCarriedOut };
    return { call, ...failed(`The call was not carried out: ${errorText(error)}`) };
  }
}

type Decision = PreparedToolCall extends infer Prepared
  ? Prepared extends unknown
    ? Omit<Prepared, 'call'>
    : never
  : never;

async function decide(
  call: FunctionCallItem,
  { tools, hooks, signal }: ToolCallScope,
  { approved = false, cutOff = false }: ToolCallFacts,
): Promise<Decision> {
  const tool = toolNamed(tools, call.name);
  if (!tool) return failed(`There is no tool "${call.name}". Tools: ${Object.keys(tools).join(', ')}.`);
  const cutOffHint = cutOff ? ' The response ended at its output limit: write less at once.' : '';
  if (cutOff && call.kind === 'text') return failed(`The call may be incomplete.${cutOffHint}`);
  const written = readArguments(call);
  if (!written.valid) return failed(`The arguments are no valid JSON: ${written.problem}.${cutOffHint}`);
  const parsed = await tool.parse(written.input);
  if (!parsed.valid) return failed(`The arguments do not fit "${call.name}":\n${parsed.problem}`);

  let info: ToolCallInfo = { call, input: parsed.input, approved, signal };
  const decision: ToolCallDecision = (await hooks.beforeToolCall?.(info)) ?? { action: 'allow' };
  switch (decision.action) {
    case 'allow':
      break;
    case 'modify': {
      const modified = await tool.parse(decision.input);
      if (!modified.valid)
        return failed(`The modified arguments do not fit "${call.name}":\n${modified.problem}`);
      info = { ...info, input: modified.input };
      break;
    }
    case 'block':
      return answered(rejection(decision.reason));
    case 'ask':
      if (!approved) return { step: 'ask', reason: decision.reason };
      break;
    default:
      decision satisfies never;
  }
  if (!approved && (await tool.needsApproval(info.input))) return { step: 'ask' };
  return { step: 'execute', tool, info };
}

function failed(problem: string): Decision {
  return answered(failure(problem));
}

function answered(output: OutputContent): Decision {
  return { step: 'answer', output };
}

/** A tool by its own name only: "constructor" is none. */
function toolNamed(tools: ToolSet, name: string): Tool | undefined {
  return Object.hasOwn(tools, name) ? tools[name] : undefined;
}

/** Models write nothing where a tool takes nothing. */
function readArguments({ arguments: text, kind }: FunctionCallItem): ParsedInput<unknown> {
  if (kind === 'text') return { valid: true, input: text };
  try {
    return { valid: true, input: text.trim() === '' ? {} : JSON.parse(text) };
  } catch (error) {
    return { valid: false, problem: errorText(error) };
  }
}
