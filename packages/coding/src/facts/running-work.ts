import { contentText, type FunctionCallItem, type FunctionCallOutputItem, shellCommandOf } from '@ai4j/agent';
import type { RunningWork } from './facts.ts';
import { shorten } from './shorten.ts';

const MAX_DESCRIPTION_CHARS = 300;

/** How tools say that a command goes on in the background, each with the id of the process. */
const startedTexts: readonly RegExp[] = [
  /"processId"\s*:\s*"([^"]+)"/,
  /running in (?:the )?background with ID:?\s*([\w-]+)/i,
  /process running with session ID:?\s*(\d+)/i,
];
const idArguments = /"(?:processId|process_id|bash_id|shell_id|session_id|task_id)"\s*:\s*"?([\w-]+)/;
const endingCall = /(?:^|_)(?:kill|stop)|"action"\s*:\s*"stop"/i;
const endedText =
  /"status"\s*:\s*"(?:exited|stopped|lost)"|<status>(?:completed|killed|failed)<\/status>|process exited with code/i;

/** What was started and has not been seen to end: background processes, and calls without an output. */
export class RunningWorkTracker {
  readonly #calls = new Map<string, RunningWork>();
  readonly #processes = new Map<string, RunningWork>();

  get all(): readonly RunningWork[] {
    return [...this.#processes.values(), ...this.#calls.values()];
  }

  begin(call: FunctionCallItem): void {
    if (call.providerExecuted) return;
    const description = shorten(
      `${call.name} ${shellCommandOf(call) ?? call.arguments}`,
      MAX_DESCRIPTION_CHARS,
    );
    this.#calls.set(call.callId, { itemId: call.id, id: call.callId, description });
  }

  end(call: FunctionCallItem, { output, outcome }: FunctionCallOutputItem): void {
    const work = this.#calls.get(call.callId);
    this.#calls.delete(call.callId);
    const text = contentText(output);
    const namedId = idArguments.exec(call.arguments)?.[1];
    if (namedId !== undefined && this.#processes.has(namedId)) {
      const isEnded = endedText.test(text) || (outcome === 'ok' && isEndingCall(call));
      if (isEnded) this.#processes.delete(namedId);
      return;
    }
    const startedId = shellCommandOf(call) === undefined ? undefined : startedProcessId(text);
    if (work && startedId !== undefined && !endedText.test(text)) {
      this.#processes.set(startedId, { ...work, id: startedId });
    }
  }
}

function isEndingCall({ name, arguments: text }: FunctionCallItem): boolean {
  return endingCall.test(name) || endingCall.test(text);
}

/** Looked for in the first Chars alone: what a program prints must not start a process. */
function startedProcessId(output: string): string | undefined {
  const head = output.slice(0, 400);
  for (const pattern of startedTexts) {
    const id = pattern.exec(head)?.[1];
    if (id !== undefined) return id;
  }
  return undefined;
}
