import { SessionStoreError } from '../errors.ts';
import type { BlobStore } from './blob-store.ts';

/** Blobs for as long as the process lives. Bytes are copied on the way in and out. */
export function inMemoryBlobStore(): BlobStore {
  const blobs = new Map<string, Uint8Array>();
  return {
    async put(bytes) {
      const kept = bytes.slice();
      const hash = await sha256(kept);
      if (!blobs.has(hash)) blobs.set(hash, kept);
      return hash;
    },
    async get(hash) {
      return blobs.get(hash)?.slice();
    },
  };
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = await globalThis.crypto.subtle.digest('SHA-256', bytes).catch((cause: unknown) => {
    throw new SessionStoreError('write_failed', 'This runtime cannot compute SHA-256.', { cause });
  });
  return `sha256:${Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
