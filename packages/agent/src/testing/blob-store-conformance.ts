import type { BlobStore } from '../log/blob-store.ts';
import { type ConformanceCase, check, checkEqual } from './check.ts';

/** Makes an empty blob store, apart from every other. */
export type BlobStoreFactory = () => BlobStore | Promise<BlobStore>;

/** What every BlobStore must keep to. Run it on your own: see the package README. */
export function blobStoreConformance(): readonly ConformanceCase<BlobStoreFactory>[] {
  return [
    {
      name: 'gives back the bytes that were put, all 256 of them and none at all',
      run: async (create) => {
        const store = await create();
        for (const bytes of [new Uint8Array(), Uint8Array.from({ length: 256 }, (_, byte) => byte)]) {
          const found = await store.get(await store.put(bytes));
          checkEqual(found && [...found], [...bytes], `the blob of ${bytes.length} bytes`);
        }
      },
    },
    {
      name: 'names bytes by their SHA-256',
      run: async (create) => {
        const store = await create();
        const hash = await store.put(new TextEncoder().encode('abc'));
        const known = 'sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
        checkEqual(hash, known, 'the hash of "abc"');
      },
    },
    {
      name: 'gives the same bytes the same hash, also when they are put at the same time',
      run: async (create) => {
        const store = await create();
        const bytes = new TextEncoder().encode('x'.repeat(100_000));
        const hashes = new Set(await Promise.all(Array.from({ length: 10 }, () => store.put(bytes))));
        const [hash = ''] = hashes;
        checkEqual(hashes.size, 1, 'how many hashes there are');
        checkEqual((await store.get(hash))?.length, bytes.length, 'the size of the blob');
      },
    },
    {
      name: 'gives undefined for a hash it does not hold, and for what is no hash',
      run: async (create) => {
        const store = await create();
        for (const hash of [`sha256:${'0'.repeat(64)}`, '', '../../etc/passwd', 'sha256:../../x']) {
          checkEqual(await store.get(hash), undefined, `what "${hash}" names`);
        }
      },
    },
    {
      name: 'shares no bytes with its callers',
      run: async (create) => {
        const store = await create();
        const bytes = Uint8Array.of(1, 2, 3);
        const hash = await store.put(bytes);
        bytes.fill(9);
        (await store.get(hash))?.fill(8);
        const found = await store.get(hash);
        check(found?.join() === '1,2,3', `the blob became ${found?.join()}`);
      },
    },
  ];
}
