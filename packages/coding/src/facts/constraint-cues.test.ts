import { describe, expect, test } from 'vitest';
import { statesConstraint } from './constraint-cues.ts';

describe('a sentence that states a rule', () => {
  test.each([
    'Never touch package.json.',
    'Please do not commit anything.',
    "don't rename public functions",
    'You must not add dependencies.',
    'The API must stay backwards compatible.',
    'Always run the tests before you finish.',
    'Fix the bug, but make sure the old format still loads.',
    'Refactor it without changing the public surface.',
    'Only edit files under src/.',
    'No new dependencies.',
    'Keep the CLI output unchanged.',
    'From now on answer in German.',
    'Migrations are off-limits.',
    'Stop adding comments.',
    '不要修改 package.json。',
    '所有函数必须有测试',
    '只能使用标准库',
    '千万别动数据库',
    '请保持接口不变',
    'package.json は変更しないでください。',
    'テストは必ず実行してください',
    '標準ライブラリのみを使ってください',
    '패키지를 추가하지 마세요',
  ])('%s', (sentence) => {
    expect(statesConstraint(sentence)).toBe(true);
  });
});

describe('a sentence that states none', () => {
  test.each([
    'The build never works on my machine.',
    "I don't know why it fails.",
    "Don't worry about the tests.",
    'You do not need to rewrite it.',
    'It must be a bug in the parser.',
    'Only the first test fails.',
    'Should I never call this?',
    "Why don't you use a map?",
    'Add a login page.',
    '程序不能运行。',
    '我可以不要这个文件吗？',
    '不要紧，继续。',
    '修复登录页面的错误',
    'ログイン画面を直してください',
    'テストは必ず失敗しますか。',
    `Never ${'x'.repeat(500)}`,
    '',
  ])('%s', (sentence) => {
    expect(statesConstraint(sentence)).toBe(false);
  });
});
