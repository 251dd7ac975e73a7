import { expect, test } from 'vitest';
import { call } from '../testing/item-builders.ts';
import { shellCommandOf } from './shell-command.ts';

test.each([
  ['Bash', '{"command":"npm test"}', 'npm test'],
  ['exec_command', '{"cmd":"ls -la"}', 'ls -la'],
  ['shell', '{"command":["bash","-lc","npm test"]}', 'bash -lc npm test'],
  ['bash', '{"action":"list"}', undefined],
  ['bash', '{"command":', undefined],
  ['read', '{"command":"npm test"}', undefined],
  ['bashful', '{"command":"npm test"}', undefined],
])('%s %s runs %s', (name, json, command) => {
  expect(shellCommandOf(call('c1', name, { arguments: json }))).toBe(command);
});

test('a shell called with plain text runs that text', () => {
  expect(shellCommandOf(call('c1', 'bash', { arguments: 'npm test', kind: 'text' }))).toBe('npm test');
});
