import { type FileHandle, open } from 'node:fs/promises';
import type { OpenFile } from '../src/node/session-log-file.ts';

/** What a test decides and counts about the file below a log. */
export interface FileFaults {
  /** How many more bytes the disk takes; Infinity: all of them. */
  freeBytes: number;
  failSync: boolean;
  failTruncate: boolean;
  readonly counted: { bytesRead: number; bytesWritten: number; writes: number; syncs: number };
}

/** A real file whose disk runs full, or whose syncs fail, when the test says so. */
export function faultyFile(): { readonly openFile: OpenFile; readonly faults: FileFaults } {
  const counted = { bytesRead: 0, bytesWritten: 0, writes: 0, syncs: 0 };
  const faults: FileFaults = {
    freeBytes: Number.POSITIVE_INFINITY,
    failSync: false,
    failTruncate: false,
    counted,
  };
  return { faults, openFile: async (path, flags) => withFaults(await open(path, flags), faults) };
}

function withFaults(handle: FileHandle, faults: FileFaults): FileHandle {
  const { counted } = faults;
  const replaced: Partial<Record<keyof FileHandle, unknown>> = {
    async read(buffer: Buffer, offset: number, length: number, position: number) {
      const result = await handle.read(buffer, offset, length, position);
      counted.bytesRead += result.bytesRead;
      return result;
    },
    async write(buffer: Buffer, offset: number, length: number, position: number) {
      const taken = Math.min(length, faults.freeBytes);
      if (taken === 0) throw systemError('ENOSPC', 'no space left on device, write');
      faults.freeBytes -= taken;
      const result = await handle.write(buffer, offset, taken, position);
      counted.writes += 1;
      counted.bytesWritten += result.bytesWritten;
      return result;
    },
    async datasync() {
      counted.syncs += 1;
      if (faults.failSync) throw systemError('EIO', 'i/o error, fdatasync');
      await handle.datasync();
    },
    async truncate(length: number) {
      if (faults.failTruncate) throw systemError('EIO', 'i/o error, ftruncate');
      await handle.truncate(length);
    },
  };
  return new Proxy(handle, {
    get(target, key) {
      const instead = replaced[key as keyof FileHandle];
      if (instead) return instead;
      const value: unknown = Reflect.get(target, key);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

function systemError(code: string, message: string): Error {
  return Object.assign(new Error(`${code}: ${message}`), { code });
}
