import { once } from 'node:events';
import { SessionConflictError } from '../src/errors.ts';
import { fileSessionStore } from '../src/node/file-session-store.ts';

// A process that opens the log of session argv[3] in folder argv[2], says `ready`, and once it is told
// anything appends at the version it saw. It says what came of it, and tries again after a conflict.

const [directory = '', sessionId = '', name = ''] = process.argv.slice(2);
const log = await fileSessionStore({ directory }).openLog(sessionId);
let expectedVersion = await log.version();
console.log('ready');
await once(process.stdin, 'data');
for (;;) {
  try {
    await log.append([{ type: 'run-started', runId: name }], { expectedVersion });
    console.log(JSON.stringify({ name, won: expectedVersion + 1 }));
    break;
  } catch (error) {
    if (!SessionConflictError.isInstance(error)) throw error;
    const { expected, actual } = error;
    console.log(JSON.stringify({ name, expected, actual }));
    expectedVersion = await log.version();
  }
}
await log.close();
process.exit();
