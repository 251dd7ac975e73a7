/** Pixels of an image as its header states them. */
export interface ImageSize {
  readonly widthPx: number;
  readonly heightPx: number;
}

/** Reads the size from the header of a PNG, GIF, JPEG or WebP; undefined for everything else and for broken headers. */
export function imageSize(bytes: Uint8Array): ImageSize | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const size = pngSize(view) ?? gifSize(view) ?? webpSize(view) ?? jpegSize(view);
  return size && size.widthPx > 0 && size.heightPx > 0 ? size : undefined;
}

function pngSize(view: DataView): ImageSize | undefined {
  if (!startsWith(view, 0, '\x89PNG') || view.byteLength < 24) return undefined;
  return { widthPx: view.getUint32(16), heightPx: view.getUint32(20) };
}

function gifSize(view: DataView): ImageSize | undefined {
  if (!startsWith(view, 0, 'GIF8') || view.byteLength < 10) return undefined;
  return { widthPx: view.getUint16(6, true), heightPx: view.getUint16(8, true) };
}

/** The three kinds of WebP keep the size at different places: lossy, lossless, extended. */
function webpSize(view: DataView): ImageSize | undefined {
  if (!startsWith(view, 0, 'RIFF') || !startsWith(view, 8, 'WEBP') || view.byteLength < 30) return undefined;
  if (startsWith(view, 12, 'VP8 ')) {
    return { widthPx: view.getUint16(26, true) & 0x3fff, heightPx: view.getUint16(28, true) & 0x3fff };
  }
  if (startsWith(view, 12, 'VP8L')) {
    const bits = view.getUint32(21, true);
    return { widthPx: (bits & 0x3fff) + 1, heightPx: ((bits >>> 14) & 0x3fff) + 1 };
  }
  if (startsWith(view, 12, 'VP8X')) {
    return { widthPx: uint24(view, 24) + 1, heightPx: uint24(view, 27) + 1 };
  }
  return undefined;
}

/** Walks the JPEG segments up to the frame header, which holds the size. */
function jpegSize(view: DataView): ImageSize | undefined {
  if (!startsWith(view, 0, '\xff\xd8')) return undefined;
  let at = 2;
  while (at + 9 <= view.byteLength && view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1);
    if (isFrameHeader(marker)) return { widthPx: view.getUint16(at + 7), heightPx: view.getUint16(at + 5) };
    at += 2 + view.getUint16(at + 2);
  }
  return undefined;
}

/** SOF0 to SOF15 without the Huffman, JPEG extension and arithmetic tables between them. */
function isFrameHeader(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

function startsWith(view: DataView, at: number, ascii: string): boolean {
  if (view.byteLength < at + ascii.length) return false;
  for (let i = 0; i < ascii.length; i++) if (view.getUint8(at + i) !== ascii.charCodeAt(i)) return false;
  return true;
}

function uint24(view: DataView, at: number): number {
  return view.getUint8(at) | (view.getUint8(at + 1) << 8) | (view.getUint8(at + 2) << 16);
}
