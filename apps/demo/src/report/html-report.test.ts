import { expect, test } from 'vitest';
import { htmlReport, jsonInScript } from './html-report.ts';
import { fixtureView } from './report-fixture.ts';

test('what is embedded cannot end its script element, and reads back as it was', () => {
  const view = fixtureView();
  const html = htmlReport('a <b> & c', [view]);
  const [, embedded = ''] = /<script type="application\/json" id="data">(.*?)<\/script>/s.exec(html) ?? [];

  expect(embedded).not.toMatch(/[<>\u2028\u2029]/);
  expect(JSON.parse(embedded).sessions[0].items).toEqual(view.timeline.items);
  expect(html).toContain('<title>a &#60;b&#62; &#38; c</title>');
});

test('the page loads nothing: no address outside the SVG namespace, and a policy that forbids it', () => {
  const html = htmlReport('x', [fixtureView()]);

  expect(html).toContain(
    `content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'"`,
  );
  expect(html.match(/(?:https?:)?\/\/[\w.-]+\/[\w/]*/g)).toEqual(['http://www.w3.org/2000/svg']);
  expect(html).not.toMatch(/\beval\(|new Function/);
});

test('line separators are escaped for JavaScript', () => {
  expect(jsonInScript({ text: '</script>\u2028' })).toBe('{"text":"\\u003c/script\\u003e\\u2028"}');
});
