import type { SampleToolCall } from './sample-tools.ts';

/** One response of the scripted model; without calls it ends the turn. */
export interface ScriptedReply {
  readonly think?: string;
  readonly say?: string;
  readonly calls?: readonly SampleToolCall[];
}

export interface ScriptedTurn {
  readonly user: string;
  readonly replies: readonly ScriptedReply[];
}

const listFiles: SampleToolCall = { name: 'list_files', arguments: {} };
const read = (path: string, fromLine?: number, toLine?: number): SampleToolCall => ({
  name: 'read_file',
  arguments: { path, ...(fromLine && { fromLine }), ...(toLine && { toLine }) },
});
const grep = (pattern: string, folder?: string): SampleToolCall => ({
  name: 'grep',
  arguments: { pattern, ...(folder && { folder }) },
});
const edit = (path: string, find: string, replace: string): SampleToolCall => ({
  name: 'edit_file',
  arguments: { path, find, replace },
});
const write = (path: string, content: string): SampleToolCall => ({
  name: 'write_file',
  arguments: { path, content },
});
const runTests = (file?: string): SampleToolCall => ({
  name: 'run_tests',
  arguments: { ...(file && { file }) },
});
const runScript = (code: string): SampleToolCall => ({ name: 'run_script', arguments: { code } });

/**
 * What the people and the model of the sample session say and do: four turns on the project in
 * `samples/price-list`, from a failing test to a green run. Tool outputs are not here: the tools really run.
 */
export const sampleSession: readonly ScriptedTurn[] = [
  {
    user: 'Some of our invoices are one cent off and a few tests fail. Please find out why and fix the cause, not the tests. No new dependencies. Run the tests before and after.',
    replies: [
      {
        think: 'First an overview: what is there, what the project says about itself, and which tests fail.',
        calls: [listFiles, read('README.md'), runTests()],
      },
      {
        think:
          'The failing tests share parseAmount: "parses every price of a cent step exactly" got 28 for 0.29. The others (sale, invoice) are probably the same cent further up. Look at the parser and its test.',
        say: 'Four tests fail, and all of them go through `parseAmount`. I will look there first.',
        calls: [read('src/money.js'), read('test/money.test.js')],
      },
      {
        think:
          'Math.floor on number * 100. 0.29 * 100 is 28.999999999999996 in binary floating point. Show how many of the prices are hit.',
        calls: [
          runScript(
            [
              "import { parseAmount } from './src/money.js';",
              'const wrong = [];',
              'for (let cents = 0; cents < 10000; cents++) {',
              '  const text = (cents / 100).toFixed(2);',
              "  if (parseAmount(text, 'EUR') !== cents) wrong.push(text);",
              '}',
              'console.log(0.29 * 100, 1.15 * 100, 19.99 * 100);',
              'console.log(`${wrong.length} of 10000 amounts lose a cent:`);',
              "for (let at = 0; at < wrong.length; at += 16) console.log(wrong.slice(at, at + 16).join(' '));",
            ].join('\n'),
          ),
        ],
      },
      {
        think: 'Before I change it: who calls parseAmount, and where else is rounding done?',
        calls: [grep('parseAmount'), grep('Math\\.(floor|round|ceil)', 'src/')],
      },
      {
        think:
          'Check that discount, sale and invoice only work on whole units, so that the parser is the only place.',
        calls: [read('src/discount.js'), read('src/sale.js'), read('src/invoice.js')],
      },
      {
        say: 'Everything after the parser works on whole cents. I will stop the parser from going through floating point.',
        calls: [
          edit('src/money.js', '  return Math.floor(number * 100);', '  return Math.round(number * 100);'),
        ],
      },
      {
        think:
          'The edit did not match: the line multiplies by 10 ** digits[currency]. And rounding would hide amounts with too many digits ("1.005"). Better: take the digits of the text, no floating point at all.',
        calls: [
          edit(
            'src/money.js',
            `  const number = Number(text.replaceAll(',', ''));
  if (text.trim() === '' || Number.isNaN(number)) throw new Error(\`not an amount: "\${text}"\`);
  return Math.floor(number * 10 ** digits[currency]);`,
            `  const match = /^(-?)(\\d+)(?:\\.(\\d+))?$/.exec(text.trim().replaceAll(',', ''));
  const [, sign, whole, fraction = ''] = match ?? [];
  if (!match || fraction.length > digits[currency]) throw new Error(\`not an amount: "\${text}"\`);
  const amount = Number(whole + fraction.padEnd(digits[currency], '0'));
  return sign === '-' ? -amount : amount;`,
          ),
        ],
      },
      { calls: [runTests('test/money.test.js')] },
      {
        say: 'The parser is exact now. The whole suite:',
        calls: [runTests()],
      },
      {
        think:
          'All green. Two things remain: the new refusal ("1.005") needs a test, and the real catalogue must still parse, every price.',
        calls: [
          edit(
            'test/money.test.js',
            `  assert.throws(() => parseAmount(' ', 'EUR'), /not an amount/);
`,
            `  assert.throws(() => parseAmount(' ', 'EUR'), /not an amount/);
  assert.throws(() => parseAmount('1.005', 'EUR'), /not an amount/);
`,
          ),
          read('data/catalogue.json'),
        ],
      },
      {
        calls: [
          runTests('test/money.test.js'),
          runScript(
            [
              "import { readFileSync } from 'node:fs';",
              "import { formatAmount, parseAmount } from './src/money.js';",
              "const products = JSON.parse(readFileSync('data/catalogue.json', 'utf8'));",
              'for (const { sku, name, price } of products)',
              "  console.log(sku, name.padEnd(26), price.padStart(6), formatAmount(parseAmount(price, 'EUR'), 'EUR'));",
            ].join('\n'),
          ),
        ],
      },
      {
        say: [
          'Fixed. `parseAmount` multiplied a floating-point number and cut it off, so 0.29 became 28 cents; 573 of the first 10,000 amounts lost a cent that way.',
          '',
          '- `src/money.js` now reads the digits of the text, without floating point.',
          '- Amounts with more digits than their currency has ("1.005") are refused; there is a test for it.',
          '- All prices of the catalogue read and print the same. All tests pass.',
        ].join('\n'),
      },
    ],
  },
  {
    user: 'Thanks. A customer says that on 31 July, the last day of the summer sale, she paid the full price. And her invoice of 31 January was due on 3 March. Is that our fault?',
    replies: [
      {
        think:
          'Two claims: the end of a sale, and a month after the 31st. Read both modules again and try it out.',
        calls: [
          read('src/sale.js'),
          read('src/calendar.js'),
          runScript(
            [
              "import { addMonths } from './src/calendar.js';",
              "import { isOn } from './src/sale.js';",
              "const summer = { from: '2026-07-01', to: '2026-07-31' };",
              "for (const day of ['2026-06-30', '2026-07-01', '2026-07-30', '2026-07-31', '2026-08-01'])",
              '  console.log(day, isOn(summer, day));',
              "for (const day of ['2026-01-28', '2026-01-31', '2026-03-31', '2026-08-31', '2028-01-31'])",
              '  console.log(day, addMonths(day, 1));',
            ].join('\n'),
          ),
        ],
      },
      {
        think:
          'Both are right. isOn uses > 0 at the end although the comment says "from the first day to the last". addMonths overflows into the next month. Tests first.',
        say: 'She is right on both counts. I will write the tests first.',
        calls: [
          edit(
            'test/sale.test.js',
            `  assert.equal(isOn(summer, '2026-08-01'), false);
});
`,
            `  assert.equal(isOn(summer, '2026-08-01'), false);
});

test('a sale is on until the end of its last day', () => {
  assert.equal(isOn(summer, '2026-07-31'), true);
  assert.equal(priceOn(product('GD-104'), [summer], '2026-07-31'), 1499);
});
`,
          ),
          edit(
            'test/calendar.test.js',
            `  assert.equal(addMonths('2026-12-15', 1), '2027-01-15');
});
`,
            `  assert.equal(addMonths('2026-12-15', 1), '2027-01-15');
});

test('a month after the 31st is the last day of a shorter month', () => {
  assert.equal(addMonths('2026-01-31', 1), '2026-02-28');
  assert.equal(addMonths('2028-01-31', 1), '2028-02-29');
  assert.equal(addMonths('2026-08-31', 1), '2026-09-30');
  assert.equal(addMonths('2026-03-31', -1), '2026-02-28');
});
`,
          ),
        ],
      },
      { calls: [runTests()] },
      {
        think: 'Both new tests fail for the reason I expect. Now the fixes.',
        calls: [
          edit(
            'src/sale.js',
            'daysBetween(sale.from, day) >= 0 && daysBetween(day, sale.to) > 0',
            'daysBetween(sale.from, day) >= 0 && daysBetween(day, sale.to) >= 0',
          ),
          edit(
            'src/calendar.js',
            `/** The same day of the month, \`count\` months later. */
export function addMonths(day, count) {
  const date = new Date(toMs(day));
  date.setUTCMonth(date.getUTCMonth() + count);
  return toDay(date.getTime());
}`,
            `/** The same day of the month, \`count\` months later; the last day where that month is shorter. */
export function addMonths(day, count) {
  const date = new Date(toMs(day));
  const month = date.getUTCMonth() + count;
  const lastOfMonth = new Date(Date.UTC(date.getUTCFullYear(), month + 1, 0));
  return toDay(lastOfMonth.setUTCDate(Math.min(date.getUTCDate(), lastOfMonth.getUTCDate())));
}`,
          ),
        ],
      },
      { calls: [runTests('test/sale.test.js'), runTests('test/calendar.test.js')] },
      {
        think: 'Who else relies on these two? Is anything written down about the end of a sale?',
        calls: [grep('isOn|addMonths|daysBetween'), read('docs/calendar.md')],
      },
      {
        think:
          'No such document, then; the README lists the modules only. Go through every month end of four years to be sure.',
        calls: [
          runScript(
            [
              "import { addDays, addMonths, daysBetween } from './src/calendar.js';",
              "let day = '2025-12-31';",
              'while (day < "2029-12-31") {',
              '  const due = addMonths(day, 1);',
              '  const later = addMonths(day, 12);',
              '  console.log(`${day} due ${due} (${daysBetween(day, due)} days), a year later ${later}`);',
              '  const firstOfNext = addDays(day, 1);',
              '  day = addDays(addMonths(firstOfNext, 1), -1);',
              '}',
            ].join('\n'),
          ),
        ],
      },
      { calls: [runTests()] },
      {
        say: [
          'Yes, both were our fault, and both are fixed:',
          '',
          '- `isOn` ended a sale at the beginning of its last day. It now lasts until that day is over, as its comment always said.',
          '- `addMonths` ran over the end of a shorter month: 31 January plus one month became 3 March. It is now the last day of February.',
          '',
          'Each has a test that failed before the change. All tests pass.',
        ].join('\n'),
      },
    ],
  },
  {
    user: '日本のお客様の請求書も確認してください。日本円には小数がないのに「¥1,980.00」と印刷されます。それから、商品名が日本語だと列がずれます。テストも追加してください 🙏',
    replies: [
      {
        think:
          'Two points: yen have no decimals (digits.JPY is 2), and padEnd counts UTF-16 units where Japanese characters take two columns. See both with a real invoice.',
        say: '確認します。まず、日本語の請求書を印刷してみます。',
        calls: [
          read('src/money.js'),
          read('src/invoice.js'),
          runScript(
            [
              "import { printInvoice } from './src/invoice.js';",
              "import { parseAmount } from './src/money.js';",
              'const lines = [',
              "  { name: '急須（1.5リットル）', quantity: 1, price: parseAmount('1980', 'JPY') },",
              "  { name: '弁当箱', quantity: 3, price: parseAmount('1,250', 'JPY') },",
              "  { name: 'Tea kettle, 1.5 l', quantity: 1, price: parseAmount('4800', 'JPY') },",
              '];',
              "console.log(printInvoice({ number: 18, day: '2026-07-15', currency: 'JPY', lines, taxPercent: 10 }));",
            ].join('\n'),
          ),
        ],
      },
      { calls: [grep('JPY|¥'), grep('padEnd|padStart')] },
      {
        think: 'Yen first: 0 digits. formatAmount must then leave out the point altogether.',
        calls: [
          edit(
            'src/money.js',
            'const digits = { EUR: 2, USD: 2, GBP: 2, JPY: 2 };',
            'const digits = { EUR: 2, USD: 2, GBP: 2, JPY: 0 };',
          ),
          edit(
            'src/money.js',
            "  return `${sign}${symbols[currency]}${grouped}.${String(rest).padStart(digits[currency], '0')}`;",
            "  const fraction = digits[currency] === 0 ? '' : `.${String(rest).padStart(digits[currency], '0')}`;\n  return `${sign}${symbols[currency]}${grouped}${fraction}`;",
          ),
          edit(
            'test/money.test.js',
            `test('prints amounts with their currency', () => {`,
            `test('yen have no decimals', () => {
  assert.equal(parseAmount('1,980', 'JPY'), 1980);
  assert.equal(formatAmount(1980, 'JPY'), '¥1,980');
  assert.equal(formatAmount(0, 'JPY'), '¥0');
  assert.throws(() => parseAmount('1980.50', 'JPY'), /not an amount/);
});

test('prints amounts with their currency', () => {`,
          ),
        ],
      },
      { calls: [runTests('test/money.test.js')] },
      {
        think:
          'Now the columns. Width of a text in a terminal: wide characters (kana, kanji, hangul, emoji) take two. A small module of its own, no dependency.',
        calls: [
          write(
            'src/columns.js',
            `/** Characters that take two columns in a terminal. */
const wide = /[\\u1100-\\u115f\\u2e80-\\u303e\\u3041-\\u33ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\uac00-\\ud7a3]|\\p{Extended_Pictographic}/u;

/** How many columns a text takes. */
export function columnsOf(text) {
  let columns = 0;
  for (const character of text) columns += wide.test(character) ? 2 : 1;
  return columns;
}

/** Fills a text up with spaces on the right. */
export function fillColumns(text, columns) {
  return text + ' '.repeat(Math.max(0, columns - columnsOf(text)));
}
`,
          ),
          read('test/invoice.test.js'),
        ],
      },
      {
        calls: [
          edit(
            'src/invoice.js',
            "import { addMonths } from './calendar.js';\n",
            "import { addMonths } from './calendar.js';\nimport { fillColumns } from './columns.js';\n",
          ),
          edit('src/invoice.js', 'name.padEnd(28)', 'fillColumns(name, 28)'),
          write(
            'test/columns.test.js',
            `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { columnsOf, fillColumns } from '../src/columns.js';

test('letters take one column, kana and kanji two', () => {
  assert.equal(columnsOf('Tea kettle'), 10);
  assert.equal(columnsOf('弁当箱'), 6);
  assert.equal(columnsOf('スパイス'), 8);
});

test('full-width signs and emoji take two', () => {
  assert.equal(columnsOf('（大）'), 6);
  assert.equal(columnsOf('🎁'), 2);
});

test('fills up to a width and never cuts', () => {
  assert.equal(fillColumns('弁当箱', 8), '弁当箱  ');
  assert.equal(fillColumns('弁当箱', 4), '弁当箱');
});
`,
          ),
        ],
      },
      { calls: [runTests()] },
      {
        think:
          'Only the full-width signs are wrong: （ and ） are U+FF08 and U+FF09, in the block of full-width forms U+FF01–U+FF60, which my pattern leaves out. The yen sign ￥ (U+FFE5) is in U+FFE0–U+FFE6.',
        calls: [grep('u1100', 'src/'), read('src/columns.js', 1, 4)],
      },
      {
        calls: [
          edit('src/columns.js', '\\uac00-\\ud7a3]', '\\uac00-\\ud7a3\\uff01-\\uff60\\uffe0-\\uffe6]'),
          edit(
            'test/invoice.test.js',
            `test('prints an invoice in columns', () => {`,
            `test('prints Japanese names in the same columns', () => {
  const printed = printInvoice({
    number: 18,
    day: '2026-07-15',
    currency: 'JPY',
    lines: [
      { name: '急須（1.5リットル）', quantity: 1, price: 1980 },
      { name: 'Bento box', quantity: 3, price: 1250 },
    ],
    taxPercent: 10,
  });
  assert.equal(
    printed,
    [
      'Invoice 18, 2026-07-15, due 2026-08-15',
      '',
      '急須（1.5リットル）            1        ¥1,980',
      'Bento box                      3        ¥3,750',
      'Net                                     ¥5,730',
      'Tax 10 %                                  ¥573',
      'Total                                   ¥6,303',
    ].join('\\n'),
  );
});

test('prints an invoice in columns', () => {`,
          ),
        ],
      },
      { calls: [runTests()] },
      {
        say: [
          '両方とも直しました 🎉',
          '',
          '- 円は小数なしで読み書きします（`¥1,980`）。`1980.50` のような円の金額は受け付けません。',
          '- 全角文字の幅を数える `src/columns.js` を追加し、請求書の列がそろうようにしました。全角の括弧と絵文字も二桁として数えます。',
          '- `test/money.test.js`、`test/columns.test.js`、`test/invoice.test.js` にテストを追加し、すべて通りました。',
        ].join('\n'),
      },
    ],
  },
  {
    user: 'Wonderful 🎉 Last thing: I want to print the price list of a sale – all products it covers, old and new price, cheapest first. With tests, please, and then go once more over everything you changed.',
    replies: [
      {
        think: 'What do the catalogue entries look like, and which have the tag of the summer sale?',
        calls: [grep('"garden"', 'data/'), read('src/sale.js'), read('src/columns.js')],
      },
      {
        calls: [
          write(
            'src/price-list.js',
            `import { columnsOf, fillColumns } from './columns.js';
import { formatAmount, parseAmount } from './money.js';
import { priceOn } from './sale.js';

/** The products of a catalogue that a sale covers, with their price before and in the sale, cheapest first. */
export function salePrices(catalogue, sale, currency) {
  return catalogue
    .filter((product) => sale.tags.some((tag) => product.tags.includes(tag)))
    .map(({ sku, name, price, tags }) => {
      const before = parseAmount(price, currency);
      return { sku, name, before, now: priceOn({ price: before, tags }, [sale], sale.from) };
    })
    .sort((a, b) => a.now < b.now);
}

/** A price list as text. */
export function printPriceList(catalogue, sale, currency) {
  const rows = salePrices(catalogue, sale, currency).map(
    ({ sku, name, before, now }) =>
      \`\${sku}  \${fillColumns(name, 28)}\${formatAmount(before, currency).padStart(10)}\${formatAmount(now, currency).padStart(10)}\`,
  );
  const title = \`\${sale.name}, \${sale.from} to \${sale.to}: \${sale.percent} % off\`;
  return [title, '='.repeat(columnsOf(title)), ...rows].join('\\n');
}
`,
          ),
          write(
            'test/price-list.test.js',
            `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { printPriceList, salePrices } from '../src/price-list.js';

const catalogue = [
  { sku: 'A', name: 'Leaf rake', price: '17.45', tags: ['garden'] },
  { sku: 'B', name: 'Bread knife', price: '24.50', tags: ['kitchen'] },
  { sku: 'C', name: 'Seed tray', price: '1.15', tags: ['garden', 'outdoor'] },
  { sku: 'D', name: '鳥の水浴び台', price: '39.90', tags: ['garden'] },
];
const sale = { name: 'Summer sale', from: '2026-07-01', to: '2026-07-31', percent: 25, tags: ['garden'] };

test('lists what the sale covers, cheapest first', () => {
  assert.equal(salePrices(catalogue, sale, 'EUR').map(({ sku }) => sku).join(' '), 'C A D');
});

test('knows both prices', () => {
  const [cheapest] = salePrices(catalogue, sale, 'EUR');
  assert.equal(cheapest.before, 115);
  assert.equal(cheapest.now, 86);
});

test('prints a list in columns', () => {
  assert.equal(
    printPriceList(catalogue, sale, 'EUR'),
    [
      'Summer sale, 2026-07-01 to 2026-07-31: 25 % off',
      '===============================================',
      'C  Seed tray                        €1.15     €0.86',
      'A  Leaf rake                       €17.45    €13.09',
      'D  鳥の水浴び台                    €39.90    €29.92',
    ].join('\\n'),
  );
});
`,
          ),
        ],
      },
      { calls: [runTests('test/price-list.test.js')] },
      {
        think:
          'The order is wrong: my comparison returns a boolean, which sort reads as 0 or 1, never as less. It must be a difference.',
        say: 'My sort comparison returns a boolean; it has to be a difference.',
        calls: [
          edit('src/price-list.js', '.sort((a, b) => a.now < b.now);', '.sort((a, b) => a.now - b.now);'),
        ],
      },
      { calls: [runTests()] },
      {
        say: 'Green. The list of the summer sale from the real catalogue:',
        calls: [
          runScript(
            [
              "import { readFileSync } from 'node:fs';",
              "import { printPriceList } from './src/price-list.js';",
              "const catalogue = JSON.parse(readFileSync('data/catalogue.json', 'utf8'));",
              "const sale = { name: 'Summer sale', from: '2026-07-01', to: '2026-07-31', percent: 25, tags: ['garden'] };",
              "console.log(printPriceList(catalogue, sale, 'EUR'));",
            ].join('\n'),
          ),
        ],
      },
      {
        think: 'Now the review: read every file I changed once more, and look for leftovers.',
        calls: [
          read('src/money.js'),
          read('src/calendar.js'),
          read('src/sale.js'),
          read('src/invoice.js'),
          read('src/price-list.js'),
        ],
      },
      { calls: [grep('^export function', 'src/'), grep('console\\.log|debugger')] },
      {
        think: 'The README does not know the two new modules.',
        calls: [
          edit(
            'README.md',
            '- `src/invoice.js` adds up lines and prints an invoice as text, in columns.\n',
            '- `src/invoice.js` adds up lines and prints an invoice as text, in columns.\n- `src/price-list.js` prints what a sale covers, with old and new prices.\n- `src/columns.js` knows how wide a text is in a terminal, in any script.\n',
          ),
        ],
      },
      { calls: [runTests(), listFiles] },
      {
        say: [
          'Done. `printPriceList` prints what a sale covers, old and new price, cheapest first; the list of the summer sale is above.',
          '',
          'I went over everything again. What changed in this session:',
          '',
          '1. `src/money.js`: amounts are read without floating point; yen have no decimals.',
          '2. `src/sale.js`: a sale lasts until its last day is over.',
          '3. `src/calendar.js`: a month after the 31st stays in the next month.',
          '4. `src/columns.js`, `src/invoice.js`: columns line up in any script.',
          '5. `src/price-list.js`: new, with tests; the README lists it.',
          '',
          'No dependency was added. All tests pass.',
        ].join('\n'),
      },
    ],
  },
];
