import { ConfigError } from '../errors.ts';
import { type Tool, type ToolOutput, tool } from '../model/tool.ts';
import type { AgentLoopContext } from './agent-loop-context.ts';
import type { AgentRuntime } from './agent-runtime.ts';
import type { CodeExecutor, CodeResult } from './code-executor.ts';
import { EventRelay } from './event-relay.ts';
import { joinedInstructions } from './joined-instructions.ts';
import { toolsInCode } from './tools-in-code.ts';

export interface CodeActRuntimeOptions {
  readonly executor: CodeExecutor;
  /** Name of the tool that runs code. Default `execute_code`. */
  readonly toolName?: string | undefined;
  /** Whether a person must approve code first. Default false. */
  readonly needsApproval?: boolean | ((code: string) => boolean | Promise<boolean>) | undefined;
}

/**
 * The model works by writing code, which it runs with a tool of this runtime and in which it can call the
 * agent's other tools. A run of code is a call like any other: it has an output with an outcome, is
 * projected, compacted, limited and aborted. A tool that code calls goes through the hooks as if the model
 * had called it, and its events are told; one that needs an approval throws in the code and says so.
 * `equip` throws ConfigError when the agent has a tool of the same name.
 */
export function codeActRuntime(options: CodeActRuntimeOptions): AgentRuntime {
  const { toolName = 'execute_code' } = options;
  return {
    name: 'codeact',
    equip(context) {
      const { tools = {}, instructions } = context;
      if (Object.hasOwn(tools, toolName)) {
        throw new ConfigError(
          'invalid_option',
          `tools has "${toolName}", and so has codeActRuntime: give either another name (toolName).`,
        );
      }
      const relay = new EventRelay(context);
      return {
        ...context,
        tools: { ...tools, [toolName]: codeTool(options, context, relay) },
        instructions: joinedInstructions(instructions, howToWork(toolName, Object.keys(tools))),
        onEvent: (event) => relay.pass(event),
      };
    },
  };
}

function codeTool(
  { executor, needsApproval = false }: CodeActRuntimeOptions,
  { tools = {}, hooks = {}, log, newId }: AgentLoopContext,
  relay: EventRelay,
): Tool {
  return tool<{ readonly code: string }>({
    description: `Runs code. ${executor.instructions}`,
    inputSchema: {
      type: 'object',
      properties: { code: { type: 'string' } },
      required: ['code'],
      additionalProperties: false,
    },
    needsApproval: typeof needsApproval === 'boolean' ? needsApproval : ({ code }) => needsApproval(code),
    execute: async ({ code }, { callId, signal }) => {
      const scope = {
        hooks,
        signal,
        blobs: log.blobs,
        newId,
        emit: relay.emit.bind(relay),
      };
      return readResult(await executor.execute({ code, signal, tools: toolsInCode(tools, callId, scope) }));
    },
  });
}

/** What the model reads of a run of code. */
function readResult({ end, result, output, error }: CodeResult): ToolOutput {
  const parts = [
    ...(error === undefined ? [] : [error]),
    ...(output === '' ? [] : [`Printed:\n${output.replace(/\n$/, '')}`]),
    ...(result === undefined ? [] : [`Returned:\n${result}`]),
  ];
  const text = parts.join('\n\n') || 'Done: nothing printed, nothing returned.';
  return { output: text, outcome: end === 'completed' ? 'ok' : 'error' };
}

function howToWork(toolName: string, otherTools: readonly string[]): string {
  const how = `Work by writing code: run it with ${toolName}, look at what it gives, and go on until you can answer.`;
  if (otherTools.length === 0) return how;
  return `${how} Code can call your other tools: \`await tools.NAME(input)\` takes the same input, gives the output as a text, and throws what went wrong. Rather than one call after the other, write code that makes them all.`;
}
