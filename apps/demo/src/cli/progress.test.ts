import { expect, test } from 'vitest';
import { Progress } from './progress.ts';

function terminal(isTTY: boolean) {
  const written: string[] = [];
  return { written, stream: { isTTY, write: (text: string) => written.push(text) } };
}

test('on a terminal one line is rewritten, at most ten times a second, and wiped at the end', () => {
  const { written, stream } = terminal(true);
  let now = 0;
  const progress = new Progress(stream, () => now);
  progress.show('1');
  now = 50;
  progress.show('2');
  now = 100;
  progress.show('3');
  progress.clear();
  progress.clear();

  expect(written).toEqual(['\r\u001b[2K1', '\r\u001b[2K3', '\r\u001b[2K']);
});

test('elsewhere nothing is written', () => {
  const { written, stream } = terminal(false);
  const progress = new Progress(stream);
  progress.show('1');
  progress.clear();

  expect(written).toEqual([]);
});
