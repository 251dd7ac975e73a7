import { rm } from 'node:fs/promises';
import { recordSample, sampleFile } from './sample-recording.ts';

await rm(sampleFile, { force: true });
await recordSample(sampleFile);
process.stdout.write(`recorded ${sampleFile}\n`);
