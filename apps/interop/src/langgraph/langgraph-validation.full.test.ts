import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inMemorySessionStore } from '@ai4j/agent';
import { fileSessionStore } from '@ai4j/agent/node';
import { deltaChannelHistoryTests, validate } from '@langchain/langgraph-checkpoint-validation';
import { SessionStoreCheckpointSaver } from './session-store-checkpoint-saver.ts';

// LangGraph's own suite, in full, on each store.

const inMemory = {
  checkpointerName: 'SessionStoreCheckpointSaver in memory',
  createCheckpointer: () => new SessionStoreCheckpointSaver(inMemorySessionStore()),
};

const directories = new Map<SessionStoreCheckpointSaver, string>();
const inFiles = {
  checkpointerName: 'SessionStoreCheckpointSaver in files',
  async createCheckpointer() {
    const directory = await mkdtemp(path.join(tmpdir(), 'ai4j-langgraph-'));
    const saver = new SessionStoreCheckpointSaver(fileSessionStore({ directory }));
    directories.set(saver, directory);
    return saver;
  },
  async destroyCheckpointer(saver: SessionStoreCheckpointSaver) {
    await saver.close();
    await rm(directories.get(saver) ?? '', { recursive: true });
  },
};

for (const initializer of [inMemory, inFiles]) {
  validate(initializer);
  deltaChannelHistoryTests(initializer);
}
