/** Large contents by their hash: the same bytes are kept once, however often they are put. */
export interface BlobStore {
  /**
   * Keeps the bytes and returns their hash, `sha256:` and 64 hex digits.
   * Acknowledged means as durable as the log beside it.
   * @throws SessionStoreError `write_failed`
   */
  put(bytes: Uint8Array): Promise<string>;
  /**
   * The bytes of a hash; undefined when there are none.
   * @throws SessionStoreError `unreadable` when the stored bytes no longer match the hash
   */
  get(hash: string): Promise<Uint8Array | undefined>;
}
