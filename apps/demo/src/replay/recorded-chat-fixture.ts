/**
 * A made-up recording in the OpenAI chat format: one task, then `calls` rounds of a tool call with an output of
 * some 2,000 chars, then an answer. Replays are tested on it.
 */
export function recordedChat(calls: number): string {
  const messages: unknown[] = [
    { role: 'system', content: 'You mend programs.' },
    { role: 'user', content: '请修复解析器: the parser drops the last line. Never touch the lexer.' },
  ];
  for (let call = 1; call <= calls; call++) {
    const id = `call_${call}`;
    messages.push(
      {
        role: 'assistant',
        content: call % 5 === 0 ? `Step ${call}: the tests again.` : null,
        tool_calls: [
          {
            id,
            type: 'function',
            function: { name: 'bash', arguments: JSON.stringify({ command: `sed -n ${call}p parser.ts` }) },
          },
        ],
      },
      { role: 'tool', tool_call_id: id, content: `line ${call}\n${'const token = next(); '.repeat(90)}` },
    );
  }
  messages.push({ role: 'assistant', content: 'The last line is kept now.' });
  return JSON.stringify({ messages });
}
