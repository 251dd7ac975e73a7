import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, test } from 'vitest';
import type { AgentItem, MessageItem } from '../items/agent-item.ts';
import { type ModelFamily, modelFamilies } from './model-family.ts';
import { scriptAwareTokenEstimator } from './script-aware-token-estimator.ts';
import { tokenFactors } from './token-factors.ts';

const estimate = (text: string, family: ModelFamily = 'default'): number =>
  scriptAwareTokenEstimator({ family }).countText(text);

const user = (content: MessageItem['content']): AgentItem => ({
  type: 'message',
  id: 'm',
  role: 'user',
  content,
});

describe('texts by script, against the vocabulary of the openai family', () => {
  test.each([
    ['English', 'The team reviewed the changes, fixed the error in the parser and ran the tests again.'],
    ['German', 'Nachmittags prüfte die Mannschaft die Änderungen und behob den Fehler beim Einlesen.'],
    ['Russian', 'После обеда команда проверила изменения, исправила ошибку и запустила тесты ещё раз.'],
    ['Greek', 'Μετά το μεσημέρι η ομάδα έλεγξε τις αλλαγές και διόρθωσε το σφάλμα.'],
    ['Arabic', 'بعد الظهر راجع الفريق التغييرات وأصلح الخطأ في قراءة الإعدادات.'],
    ['Hindi', 'दोपहर के बाद टीम ने बदलावों की जाँच की और त्रुटि को ठीक किया।'],
    ['Chinese', '下午团队检查了修改，修复了配置解析中的错误，并重新运行了测试。'],
    ['Japanese', '午後、チームは変更を確認し、設定の読み込みのエラーを修正しました。'],
    ['Korean', '오후에 팀은 변경 사항을 확인하고 설정 읽기 오류를 수정한 뒤 테스트를 다시 실행했습니다.'],
    ['emoji', '🙂🎉🚀✅👩‍👩‍👧‍👦🔥💡🐛📦🧪🌍🇫🇷'],
    ['TypeScript', 'export function add(a: number, b: number): number {\n  return a + b;\n}\n'],
    ['JSON', '{"id":12345,"name":"widget","tags":["a","b"],"price":9.99}'],
    ['a log', '2026-01-15T20:51:48.582Z [INFO] worker-3 GET /api/v1/users/8812 200 13ms'],
    [
      'colours',
      '\u001b[31mFAIL\u001b[39m src/a.test.ts \u001b[2m> \u001b[22mparses \u001b[32m✓\u001b[39m 12 passed',
    ],
  ])('%s: at least 0.8, at most 1.6 of the exact count', (_script, text) => {
    const ratio = estimate(text, 'openai') / encode(text).length;
    expect(ratio).toBeGreaterThanOrEqual(0.8);
    expect(ratio).toBeLessThanOrEqual(1.6);
  });
});

describe('failures that users have met', () => {
  test.each(modelFamilies)(
    '10,000 Chinese characters are at least 6,000 tokens, not 2,500 (%s)',
    (family) => {
      expect(estimate('漢'.repeat(10_000), family)).toBeGreaterThanOrEqual(6_000);
    },
  );

  test('Chinese, code and emoji in one text are each counted by their own script', () => {
    const chinese = '请检查一下这个函数，然后告诉我结果。';
    const code = 'const total = items.reduce((sum, item) => sum + item.price, 0);';
    const emoji = '👩‍👩‍👧‍👦🎉';
    const parts = estimate(chinese) + estimate(code) + estimate(emoji);
    const mixed = estimate(`${chinese}\n${code}\n${emoji}`);
    expect(Math.abs(mixed - parts)).toBeLessThanOrEqual(5);
    expect(mixed).toBeGreaterThan((chinese.length + code.length + emoji.length) / 4);
  });

  test('a 1 MB data URL as an image costs an image, not 250,000 tokens', () => {
    const url = `data:image/png;base64,${'A'.repeat(1_000_000)}`;
    const item = user([{ type: 'image', mediaType: 'image/png', source: { type: 'url', url } }]);
    expect(scriptAwareTokenEstimator({ family: 'anthropic' }).countItem(item)).toBeLessThan(1_300);
  });

  test('20 images of 1 MB are few tokens', () => {
    const image = {
      type: 'image',
      mediaType: 'image/png',
      source: { type: 'blob', hash: 'h', sizeBytes: 1_000_000 },
    } as const;
    expect(
      scriptAwareTokenEstimator({ family: 'openai' }).countItem(user(Array(20).fill(image))),
    ).toBeLessThan(25_000);
  });

  test.each(['\ud83d', '\ude00', 'a\ud83d', '\ude00\ud83d', '🙂'.slice(1), '👨‍👩‍👧'.slice(0, 4)])(
    'half an emoji is counted, not an error (%j)',
    (text) => {
      expect(estimate(text)).toBeGreaterThan(0);
    },
  );
});

describe('items', () => {
  const zero = { perMessage: 0, perCall: 0, perOutput: 0 };
  const unframed = scriptAwareTokenEstimator({
    family: 'anthropic',
    factors: { ...tokenFactors.anthropic, framing: zero },
  });
  const framed = scriptAwareTokenEstimator({ family: 'anthropic' });
  const sealed = { signature: 'x'.repeat(2_400) };

  test('name the family', () => {
    expect(framed.name).toBe('estimate:anthropic');
  });

  test.each<[string, AgentItem, number]>([
    ['a message is its text', user('hello world'), framed.countText('hello world')],
    [
      'a call is its name and arguments',
      { type: 'function_call', id: 'c', callId: '1', name: 'read', arguments: 'x', kind: 'json' },
      2,
    ],
    [
      'an empty output is nothing but framing',
      { type: 'function_call_output', id: 'o', callId: '1', output: '', outcome: 'ok' },
      0,
    ],
    [
      'cleared reasoning is absent',
      { type: 'reasoning', id: 'r', text: 'long thoughts', cleared: true, providerData: sealed },
      0,
    ],
    [
      'reasoning with a signature only: (2,400 × 3/4 − 180) / 3.6',
      { type: 'reasoning', id: 'r', text: '', providerData: sealed },
      450,
    ],
    [
      'reasoning whose text is a summary counts as what is sealed',
      { type: 'reasoning', id: 'r', text: 'short', providerData: sealed },
      450,
    ],
    [
      'reasoning without a signature is its text',
      { type: 'reasoning', id: 'r', text: 'short' },
      framed.countText('short'),
    ],
    [
      'an opaque item is its payload',
      { type: 'opaque', id: 'p', provider: 'x', providerData: { a: { b: ['y'.repeat(2_400)] } } },
      450,
    ],
    [
      'ids and kinds of a provider are no payload',
      { type: 'opaque', id: 'p', provider: 'x', providerData: { id: 'ws_1' } },
      0,
    ],
    ['a summary is its text', { type: 'summary', id: 's', text: 'short' }, framed.countText('short')],
  ])('%s', (_, item, tokens) => {
    expect(unframed.countItem(item)).toBe(tokens);
  });

  test('thoughts of Gemini are not sent back, their signatures are', () => {
    const gemini = scriptAwareTokenEstimator({ family: 'gemini' });
    expect(gemini.countItem({ type: 'reasoning', id: 'r', text: 'long thoughts' })).toBe(0);
    expect(
      gemini.countItem({ type: 'reasoning', id: 'r', text: 'long thoughts', providerData: sealed }),
    ).toBe(450);
  });

  test('a message, a call, an output and a summary are framed; reasoning is not', () => {
    const framing = (item: AgentItem): number => framed.countItem(item) - unframed.countItem(item);
    const { perMessage, perCall, perOutput } = tokenFactors.anthropic.framing;
    const near = (figure: number): unknown => expect.closeTo(figure, -0.5);
    expect(framing(user('hi'))).toEqual(near(perMessage));
    expect(framing({ type: 'summary', id: 's', text: 'hi' })).toEqual(near(perMessage));
    expect(
      framing({ type: 'function_call', id: 'c', callId: '1', name: 'f', arguments: '{}', kind: 'json' }),
    ).toEqual(near(perCall));
    expect(
      framing({ type: 'function_call_output', id: 'o', callId: '1', output: 'hi', outcome: 'ok' }),
    ).toEqual(near(perOutput));
    expect(framing({ type: 'reasoning', id: 'r', text: 'hi' })).toBe(0);
  });
});
