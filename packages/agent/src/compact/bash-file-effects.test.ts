import { expect, test } from 'vitest';
import { bashFileEffects } from './bash-file-effects.ts';

test.each([
  ['cat > notes.md <<EOF\nrm other.md\nEOF\ncat a.md', ['a.md'], ['notes.md']],
  ["cat <<'END' > notes.md\ncat b.md\n\tEND\nrm c.md", [], ['notes.md', 'c.md']],
  ['cat > empty.md <<EOF\nEOF\nrm c.md', [], ['empty.md', 'c.md']],
  ['cat > a.md <<EOF\nx\nEOF\ncat > b.md <<EOF\nrm c.md\nEOF', [], ['a.md', 'b.md']],
])('the body of a heredoc is text, not commands: %j', (command, reads, writes) => {
  expect(bashFileEffects(command)).toEqual({ reads, writes });
});

test('a compaction hangs: a command of 300,000 lines whose heredocs never end', () => {
  expect(bashFileEffects(`cat > a.md <<EOF\n${'\n'.repeat(300_000)}`).writes).toEqual(['a.md']);
  expect(bashFileEffects('cat > a.md <<EOF\n'.repeat(100_000)).writes).toHaveLength(100_000);
});

test('RangeError: a command that names 200,000 files', () => {
  expect(bashFileEffects(`rm ${'a.ts '.repeat(200_000)}`).writes).toHaveLength(200_000);
});
