import { createAgent } from '../src/index.ts';
import { fileSessionStore } from '../src/node/file-session-store.ts';
import { scriptedModel } from '../src/testing/scripted-model.ts';

// A process that decides on call argv[4] of session argv[3] in folder argv[2], and says what waits then.

const [directory = '', sessionId = '', callId = ''] = process.argv.slice(2);
const agent = createAgent({ model: scriptedModel([]), sessionStore: fileSessionStore({ directory }) });
const session = await agent.resumeSession(sessionId);
await session.resolveApproval(callId, { decision: 'approved', reason: 'by another process' });
console.log(JSON.stringify(await session.pendingApprovals()));
await session.close();
