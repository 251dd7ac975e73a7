import type { ContextBudget } from '../context/context-budget.ts';
import { ContextIndex } from '../context/context-index.ts';
import type { ContextProjector } from '../context/context-projector.ts';
import type { AgentItem } from '../items/agent-item.ts';
import { type ConformanceCase, check, checkEqual } from './check.ts';
import { assistant, call, output, pair, reasoning, user } from './item-builders.ts';

const history: readonly AgentItem[] = [
  user('fix the build'),
  reasoning('look first', { responseId: 'r1' }),
  call('1', 'read', { responseId: 'r1' }),
  call('2', 'grep', { responseId: 'r1' }),
  output('1', 'x'.repeat(400)),
  output('2', '压缩 🧠'.repeat(20)),
  assistant('found it', { responseId: 'r2' }),
  user('go on'),
  ...pair('3', 'edit', 'ok'),
  assistant('done'),
];

const summary: AgentItem = { type: 'summary', id: 'summary', text: 'what was before' };

const budgets: readonly ContextBudget[] = [
  {},
  { maxItems: 4 },
  { maxApproxChars: 300 },
  { maxTokens: 120, pinnedPrefixItems: 1 },
  { maxRecentToolResults: 1, trimOldReasoning: true },
];

/** What every ContextProjector must keep to, whatever it chooses. Run it on your own: see the package README. */
export function contextProjectorConformance(): readonly ConformanceCase<ContextProjector>[] {
  return [
    {
      name: 'changes nothing of what it is given',
      run: (project) => {
        const before = JSON.stringify(history);
        for (const budget of budgets) project(history, budget);
        checkEqual(JSON.stringify(history), before, 'the items after projection');
      },
    },
    {
      name: 'gives the same answer to the same question, with an index and without',
      run: (project) => {
        for (const budget of budgets) {
          const index = new ContextIndex();
          const alone = project(history, budget);
          for (let end = 1; end <= history.length; end++) project(history.slice(0, end), budget, { index });
          checkEqual(
            project(history, budget, { index }),
            alone,
            `with an index, under ${JSON.stringify(budget)}`,
          );
          checkEqual(project(history, budget), alone, `asked again, under ${JSON.stringify(budget)}`);
        }
      },
    },
    {
      name: 'keeps the order of what it keeps, and keeps each item once',
      run: (project) => {
        const places = new Map(history.map((item, at) => [item.id, at]));
        for (const budget of budgets) {
          const kept = project(history, budget).items.flatMap((item) => places.get(item.id) ?? []);
          const ascending = kept.every((place, at) => at === 0 || (kept[at - 1] as number) < place);
          check(ascending, `items out of order under ${JSON.stringify(budget)}: ${kept.join(', ')}`);
        }
      },
    },
    {
      name: 'leaves a summary in first place',
      run: (project) => {
        for (const budget of budgets) {
          const [first] = project([summary, ...history], budget).items;
          checkEqual(first, summary, `the first item under ${JSON.stringify(budget)}`);
        }
      },
    },
    {
      name: 'makes nothing of nothing',
      run: (project) => {
        for (const budget of budgets) checkEqual(project([], budget).items, [], 'an empty history');
      },
    },
    {
      name: 'says in its notes when it drops or clears',
      run: (project) => {
        for (const budget of budgets) {
          const { items, report } = project(history, budget);
          const unchanged =
            items.length === history.length && items.every((item, at) => item === history[at]);
          check(unchanged || report.notes.length > 0, `no note under ${JSON.stringify(budget)}`);
        }
      },
    },
  ];
}
