import { failingCommands } from '../facts/command-runs.ts';
import type { Facts } from '../facts/facts.ts';

/** Facts as lines for a summariser or a checkpoint, each with what makes it one. */
export function factLines(facts: Facts): readonly string[] {
  return [
    ...facts.modifiedPaths.map((path) => `File changed: ${path}`),
    ...facts.readPaths.map((path) => `File read: ${path}`),
    ...failingCommands(facts.commands).map(
      ({ command, error }) => `Command fails: ${command}${error === undefined ? '' : ` – ${error}`}`,
    ),
    ...facts.rejectedCalls.map(({ toolName, reason }) => `Call rejected: ${toolName} – ${reason}`),
    ...facts.runningWork.map(({ id, description }) => `Still running: ${description} (${id})`),
  ];
}

/** What of the facts a text does not mention: rules, paths and commands by their own words. */
export function factsNotIn(text: string, facts: Facts): readonly string[] {
  const names = [
    ...facts.constraints.map((constraint) => constraint.text),
    ...facts.modifiedPaths,
    ...facts.readPaths,
    ...facts.commands.map(({ command }) => command),
  ];
  return [...new Set(names)].filter((name) => !text.includes(name));
}
