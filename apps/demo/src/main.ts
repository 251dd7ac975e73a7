import { runCli } from './cli/run-cli.ts';

/** What sysexits.h calls an internal software error, and one of output: 0, 1 and 2 have a meaning of their own. */
const INTERNAL_ERROR = 70;
const OUTPUT_ERROR = 74;

// A closed pipe (`ai4j replay x | head`) is no fault: what was wanted has been read.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  process.stderr.write(`ai4j: stdout cannot be written: ${error.message}.\n`);
  process.exit(OUTPUT_ERROR);
});
// Whoever closes stderr wants no notices; the report goes on.
process.stderr.on('error', () => {});

try {
  process.exitCode = await runCli(process.argv.slice(2), {
    stdout: process.stdout,
    stderr: process.stderr,
    cwd: process.cwd(),
    env: process.env,
  });
} catch (error) {
  console.error(error);
  process.exitCode = INTERNAL_ERROR;
}
