/** A line of a pi session file, as far as we look into it. */
interface PiLine {
  readonly type: string;
  readonly message?: PiLineMessage;
}
interface PiLineMessage {
  readonly role: string;
  readonly content?: string | readonly { readonly type: string; readonly id?: string }[];
  readonly toolCallId?: string;
}

/**
 * A pi session `times` as long: its messages repeated under fresh call ids. Compactions are left out,
 * so that everybody opens and sends the whole history.
 */
export function repeatPiSession(text: string, times: number): string {
  const [header = '', ...lines] = text.split('\n').filter((line) => line !== '');
  const messages = lines
    .map((line) => JSON.parse(line) as PiLine)
    .filter((line): line is PiLine & { readonly message: PiLineMessage } => line.message !== undefined);
  const copies = Array.from({ length: times }, (_, copy) =>
    messages.map((line) => JSON.stringify({ ...line, message: renamed(line.message, `-${copy}`) })),
  );
  return `${[header, ...copies.flat()].join('\n')}\n`;
}

function renamed(message: PiLineMessage, suffix: string): PiLineMessage {
  if (message.toolCallId !== undefined) return { ...message, toolCallId: message.toolCallId + suffix };
  if (typeof message.content !== 'object') return message;
  return {
    ...message,
    content: message.content.map((part) =>
      part.type === 'toolCall' ? { ...part, id: part.id + suffix } : part,
    ),
  };
}

/** A made-up pi session of `turns` turns with ten tool calls each, for when no recording is at hand. */
export function generatePiSession(turns: number): string {
  const lines: unknown[] = [
    {
      type: 'session',
      id: 'generated',
      timestamp: '2026-01-01T00:00:00.000Z',
      cwd: '/project',
      provider: 'anthropic',
      modelId: 'none',
    },
  ];
  const add = (message: object) =>
    lines.push({
      type: 'message',
      timestamp: '2026-01-01T00:00:00.000Z',
      message: { ...message, timestamp: 0 },
    });
  const usage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, totalTokens: 0, cost: {} };

  for (let turn = 0; turn < turns; turn++) {
    add({
      role: 'user',
      content: [{ type: 'text', text: `Please look into part ${turn} and mend what is broken.` }],
    });
    for (let step = 0; step < 10; step++) {
      const id = `call-${turn}-${step}`;
      const file = `src/part-${turn}/step-${step}.ts`;
      add({
        role: 'assistant',
        provider: 'anthropic',
        model: 'none',
        usage,
        stopReason: 'toolUse',
        content: [
          { type: 'text', text: `Reading ${file} to see what calls it.` },
          { type: 'toolCall', id, name: 'read', arguments: { path: file } },
        ],
      });
      const output = Array.from(
        { length: 8 + ((turn * 7 + step * 13) % 90) },
        (_, line) => `${line + 1}: export const value${line} = compute(${turn}, ${step}, "${line * 31}");`,
      ).join('\n');
      add({
        role: 'toolResult',
        toolCallId: id,
        toolName: 'read',
        isError: false,
        content: [{ type: 'text', text: output }],
      });
    }
  }
  return `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`;
}
