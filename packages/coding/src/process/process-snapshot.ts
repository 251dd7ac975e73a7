import { z } from 'zod/v4';

/** `lost`: it was running when the session was saved, and this host cannot say what became of it. */
export const processStatusSchema = z.enum(['running', 'exited', 'stopped', 'lost']);
export type ProcessStatus = z.infer<typeof processStatusSchema>;

/** What is known of a background process, live or restored. */
export const processSnapshotSchema = z
  .object({
    processId: z.string(),
    command: z.string(),
    workingDirectory: z.string(),
    status: processStatusSchema,
    pid: z.number().int().optional(),
    exitCode: z.number().int().optional(),
    startedAtEpochMs: z.number().int().optional(),
    endedAtEpochMs: z.number().int().optional(),
    /** It comes from a saved session: there is no process behind it. */
    restored: z.boolean().default(false),
    /** Whether this host can write to it and stop it. */
    controlAvailable: z.boolean().default(true),
    /** Where its log ended, in Chars since it started. */
    lastLogOffset: z.number().int().nonnegative().default(0),
    /** The end of its log. */
    lastLogPreview: z.string().default(''),
  })
  .readonly();
export type ProcessSnapshot = z.infer<typeof processSnapshotSchema>;

/** What a saved process is in a session that was restored: metadata, and never running. */
export function asRestored(process: ProcessSnapshot): ProcessSnapshot {
  const status = process.status === 'running' ? 'lost' : process.status;
  return { ...process, status, restored: true, controlAvailable: false };
}

/** Still there as far as this session knows: work that a summary must not forget. */
export function isInFlight({ status }: ProcessSnapshot): boolean {
  return status === 'running' || status === 'lost';
}
