/**
 * Takes secrets out of a text before it leaves the process or is written down: summary requests,
 * summaries, events. Pure, and never longer than a small multiple of its input.
 */
export type Redactor = (text: string) => string;
