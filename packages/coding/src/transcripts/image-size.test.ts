import { expect, test } from 'vitest';
import { RED_PIXEL_PNG } from './fixtures/images.ts';
import { imageSize } from './image-size.ts';

const ascii = (text: string) => [...text].map((character) => character.charCodeAt(0));
const webp = (kind: string, ...rest: number[]) => [
  ...ascii('RIFF'),
  0,
  0,
  0,
  0,
  ...ascii('WEBP'),
  ...ascii(kind),
  0,
  0,
  0,
  0,
  ...rest,
];
const jpeg = [
  0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xc4, 0, 2, 0xff, 0xc2, 0, 17, 8, 0x01, 0x90, 0x02, 0x80,
];

test.each([
  ['PNG', [...Buffer.from(RED_PIXEL_PNG, 'base64')], { widthPx: 1, heightPx: 1 }],
  ['GIF', [...ascii('GIF89a'), 0x40, 0x01, 0xf0, 0x00], { widthPx: 320, heightPx: 240 }],
  ['progressive JPEG behind other segments', jpeg, { widthPx: 640, heightPx: 400 }],
  [
    'lossy WebP',
    webp('VP8 ', 0, 0, 0, 0x9d, 0x01, 0x2a, 0x40, 0x01, 0xf0, 0x00),
    { widthPx: 320, heightPx: 240 },
  ],
  [
    'lossless WebP',
    webp('VP8L', 0x2f, 0x3f, 0xc1, 0x3b, 0x00, 0, 0, 0, 0, 0),
    { widthPx: 320, heightPx: 240 },
  ],
  [
    'extended WebP',
    webp('VP8X', 0, 0, 0, 0, 0x3f, 0x01, 0x00, 0xef, 0x00, 0x00),
    { widthPx: 320, heightPx: 240 },
  ],
  ['a PNG without a size', [...ascii('\x89PNG'), ...Array(20).fill(0)], undefined],
  ['a JPEG that stops', jpeg.slice(0, 14), undefined],
  ['a JPEG with an empty segment', [0xff, 0xd8, 0xff, 0xe0, 0, 0, 0xff, 0xff, 0, 0, 0, 0, 0, 0], undefined],
  ['nothing', [], undefined],
  ['text', ascii('hello, this is text of some length, but not an image'), undefined],
])('%s', (_, bytes, size) => {
  expect(imageSize(Uint8Array.from(bytes))).toEqual(size);
});
