import { expect, test } from 'vitest';
import { z } from 'zod/v4';
import { illegalParts } from '../../test/agent-harness.ts';
import { agentOf, keepNewest, textsOf } from '../../test/session-agents.ts';
import { temporaryDirectory } from '../../test/temporary-directory.ts';
import { TypeScriptProcess } from '../../test/typescript-process.ts';
import { tool } from '../model/tool.ts';
import { fileSessionStore } from '../node/file-session-store.ts';

test('an approval that is asked for survives save, resume and compaction, is given by another process, and carried out by a third session', async () => {
  const directory = await temporaryDirectory();
  const removed: string[] = [];
  const tools = {
    remove: tool({
      description: '',
      inputSchema: z.object({ path: z.string() }),
      needsApproval: true,
      execute: ({ path }) => {
        removed.push(path);
        return `removed ${path}`;
      },
    }),
  };
  const options = { tools, sessionStore: fileSessionStore({ directory }) };
  const ask = { calls: [{ name: 'remove', callId: 'rm', arguments: { path: '/tmp/x' } }] };

  const first = await agentOf(['hello', ask], options).newSession({ sessionId: 'careful' });
  await first.run('hi');
  expect(await first.run('remove it')).toMatchObject({ stopReason: 'awaiting_approval' });
  await first.save();
  await first.close();

  const second = await agentOf([], options).resumeSession('careful');
  expect(await second.pendingApprovals()).toEqual([{ callId: 'rm', toolName: 'remove' }]);
  await expect(second.run('and now?')).rejects.toMatchObject({ code: 'invalid_option' });
  expect(await second.compact(keepNewest(2))).toMatchObject({ outcome: 'compacted' });
  expect((await second.snapshot()).pendingApprovals).toEqual([{ callId: 'rm', toolName: 'remove' }]);

  const elsewhere = new TypeScriptProcess('approve-elsewhere.ts', [directory, 'careful', 'rm']);
  const decided = { callId: 'rm', toolName: 'remove', decision: 'approved', reason: 'by another process' };
  expect((await elsewhere.rest()).map((line) => JSON.parse(line))).toEqual([[decided]]);
  expect(await second.pendingApprovals()).toEqual([decided]);
  await second.close();

  const third = await agentOf(['done'], options).resumeSession('careful');
  expect(await third.run()).toMatchObject({ stopReason: 'completed', text: 'done' });
  expect(removed).toEqual(['/tmp/x']);
  expect(await textsOf(third)).toEqual(['remove it', 'function_call', 'removed /tmp/x', 'done']);
  expect(illegalParts((await third.memory.snapshot()).items)).toEqual([]);
  expect(await third.pendingApprovals()).toEqual([]);
  await third.close();
});
