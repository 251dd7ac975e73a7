import type { MemoryItem } from '@ai4j/agent';

/** A session that has read three files, each of about 4,000 chars: what the examples work on. */
export const history: readonly MemoryItem[] = [
  { type: 'message', id: 'task', role: 'user', content: 'Why does the build fail?' },
  ...['package.json', 'build.log', 'src/main.ts'].flatMap((file, index): readonly MemoryItem[] => {
    const callId = `call-${index + 1}`;
    const args = JSON.stringify({ file });
    return [
      { type: 'function_call', id: `${callId}-in`, callId, name: 'read', arguments: args, kind: 'json' },
      {
        type: 'function_call_output',
        id: `${callId}-out`,
        callId,
        output: `${file}\n`.repeat(320),
        outcome: 'ok',
      },
    ];
  }),
];
