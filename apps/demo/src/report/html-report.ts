import { readFileSync } from 'node:fs';
import { packagePath } from '../cli/package-root.ts';
import type { SessionView } from './terminal-report.ts';

/** The timeline of a replay as one page that needs no network: style, script and data are inside. */
export function htmlReport(title: string, sessions: readonly SessionView[]): string {
  const data = sessions.map(({ report, timeline }) => {
    const { compactions: _inTimeline, sessions: _eachOnItsOwn, ...figures } = report;
    return { report: figures, ...timeline };
  });
  // Replacements are functions: text with `$&` in it stays as it is.
  return asset('timeline.html')
    .replace('<title>ai4j replay</title>', () => `<title>${escapeText(title)}</title>`)
    .replace('<link rel="stylesheet" href="timeline.css">', () => `<style>\n${asset('timeline.css')}</style>`)
    .replace('>null</script>', () => `>${jsonInScript({ sessions: data })}</script>`)
    .replace('<script src="timeline.js"></script>', () => `<script>\n${asset('timeline.js')}</script>`);
}

/** JSON that cannot end the script element around it, and that is valid JavaScript too. */
export function jsonInScript(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function asset(name: string): string {
  return readFileSync(packagePath(`assets/${name}`), 'utf8');
}

function escapeText(text: string): string {
  return text.replace(/[<>&"]/g, (char) => `&#${char.charCodeAt(0)};`);
}
