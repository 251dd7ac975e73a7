import { describe, expect, test } from 'vitest';
import { spokenIntent } from './spoken-intent.ts';

type Intent = 'asks' | 'goes on' | 'done' | 'nothing';

const rows: readonly (readonly [text: string, intent: Intent])[] = [
  ['Fixed the bug which made logins fail.', 'done'],
  ['The report explains what went wrong and which file was touched.', 'nothing'],
  ['See https://example.org/search?q=1 for details.', 'nothing'],
  ['The regex is now `colou?r`.', 'nothing'],
  ['Updated the parser:\n\n```ts\nconst b = a ? 1 : 2;\nreally?\n```', 'done'],
  ['Why did it fail? The index was missing, so every query timed out.', 'nothing'],
  ['What broke?\n\nThe migration ran twice. I have removed the second run.', 'nothing'],
  ['I can use SQLite or Postgres. Which do you prefer?', 'asks'],
  ['Which one should I take?\n\n- the quick fix\n- the rewrite', 'asks'],
  ['Which one should I take?\n1. the quick fix\n2. the rewrite', 'asks'],
  ['Everything is in place. Please confirm before I delete the old table.', 'asks'],
  ['需要我继续删除旧表吗？', 'asks'],
  ['配置文件有两个，请确认要用哪一个。', 'asks'],
  ['どちらを使いますか。', 'asks'],
  ['古いテーブルを削除してもよろしいでしょうか？', 'asks'],
  ['使うファイルを教えてください。', 'asks'],
  ['Continuing with remaining work.', 'goes on'],
  ['Done reading the sources.\n\nNext, I will write the tests.', 'goes on'],
  ["The parser is fine. I'll now look at the lexer.", 'goes on'],
  ['已经读完了代码。接下来修改解析器。', 'goes on'],
  ['続けてテストを書きます。', 'goes on'],
  ['已完成：所有测试通过。', 'done'],
  ['完了しました。すべてのテストが通りました。', 'done'],
  ['Completed the migration.', 'done'],
  ["All done. Let me know if you'd rather have tabs.", 'asks'],
  ['Done. I will wait for the deployment.', 'done'],
  ['# ai4j', 'nothing'],
  ['', 'nothing'],
];

describe('what the end of an answer says', () => {
  test.each(rows)('%j %s', (text, intent) => {
    const { question, goesOn, isDone } = spokenIntent(text);
    expect([question !== undefined ? 'asks' : goesOn ? 'goes on' : isDone ? 'done' : 'nothing']).toEqual([
      intent,
    ]);
  });
});
