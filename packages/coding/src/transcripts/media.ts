import type { BlobStore, ContentPart } from '@ai4j/agent';
import { imageSize } from './image-size.ts';

/** An image or file as recordings hold it: base64 data, a data URL, or a URL to somewhere else. */
export interface RecordedMedia {
  readonly data?: string | undefined;
  readonly url?: string | undefined;
  readonly mediaType?: string | undefined;
  readonly filename?: string | undefined;
}

const DATA_URL = /^data:([^;,]*)(?:;[^;,]*)*;base64,/;

/** Turns recorded media into content parts: bytes become a hash, and go to the blob store where there is one. */
export class MediaReader {
  readonly #blobs: BlobStore | undefined;

  constructor(blobs: BlobStore | undefined) {
    this.#blobs = blobs;
  }

  /** The part for `media`; undefined when it holds neither readable bytes nor a URL. */
  async part(media: RecordedMedia): Promise<ContentPart | undefined> {
    const dataUrl = DATA_URL.exec(media.url ?? '');
    if (dataUrl && media.url) {
      return this.part({
        ...media,
        url: undefined,
        data: media.url.slice(dataUrl[0].length),
        mediaType: media.mediaType ?? dataUrl[1],
      });
    }
    if (media.data === undefined) return media.url === undefined ? undefined : urlPart(media.url, media);
    const bytes = decodeBase64(media.data);
    return bytes && this.#blobPart(bytes, media);
  }

  async #blobPart(bytes: Uint8Array<ArrayBuffer>, media: RecordedMedia): Promise<ContentPart> {
    const hash = this.#blobs ? await this.#blobs.put(bytes) : await sha256(bytes);
    const source = { type: 'blob', hash, sizeBytes: bytes.length } as const;
    const mediaType = media.mediaType || 'application/octet-stream';
    if (mediaType.startsWith('image/')) return { type: 'image', mediaType, source, ...imageSize(bytes) };
    return { type: 'file', mediaType, source, ...(media.filename ? { filename: media.filename } : {}) };
  }
}

function urlPart(url: string, media: RecordedMedia): ContentPart {
  const mediaType = media.mediaType || 'application/octet-stream';
  const source = { type: 'url', url } as const;
  if (mediaType.startsWith('image/')) return { type: 'image', mediaType, source };
  return { type: 'file', mediaType, source, ...(media.filename ? { filename: media.filename } : {}) };
}

/** Undefined for what is no base64: a recording may have been redacted. */
function decodeBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    const binary = atob(text);
    const bytes = new Uint8Array(binary.length);
    for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
    return bytes;
  } catch {
    return undefined;
  }
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await globalThis.crypto.subtle.digest('SHA-256', bytes));
  return `sha256:${Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
