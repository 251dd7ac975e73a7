import { expect, test } from 'vitest';
import { attributeUserWords } from './attribute-user-words.ts';
import { emptyCheckpoint } from './coding-session-checkpoint.ts';

const withConstraints = (constraints: readonly string[]) => ({ ...emptyCheckpoint, constraints });

test('claude-code#46602: what the user never said binds nobody', () => {
  const answer = withConstraints(['Never touch package.json.', 'User prefers tabs', '不要改数据库。', '']);
  const typed = ['Fix it. Never touch package.json.', '另外，不要改数据库。'];
  const attributed = attributeUserWords(answer, typed);
  expect(attributed.constraints).toEqual(['Never touch package.json.', '不要改数据库。']);
  expect(attributed.extensions.inferred).toEqual(['User prefers tabs']);
  expect(attributeUserWords(attributed, typed)).toEqual(attributed);
});

test('what an earlier checkpoint was held to stays, though its message is not at hand', () => {
  const answer = withConstraints(['Use tabs.', 'Use spaces.']);
  const attributed = attributeUserWords(answer, [], ['Use tabs.']);
  expect(attributed.constraints).toEqual(['Use tabs.']);
  expect(attributed.extensions.inferred).toEqual(['Use spaces.']);
});
