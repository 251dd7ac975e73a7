import { headOf } from '@ai4j/agent';

const SAYS_ERROR =
  /\b(?:error|errors|fail|failed|failure|fatal|exception|panic|traceback|assert\w*|undefined reference|denied|not found|cannot|could not)\b|^(?:E\s|✗|×|not ok\b)|[A-Z]\w*(?:Error|Exception)\b|错误|失败|エラー|失敗/i;

/** Lines kept at each end, and Chars of a line. */
const KEPT_LINES = 2;
const MAX_LINE_CHARS = 300;

/**
 * The lines of a failed tool's output by which the failure can be told: the first and the last that speak
 * of an error; where none does, the first and the last that say anything. In order, each once.
 */
export function errorLines(output: string): readonly string[] {
  const lines = output.split(/\r?\n/).filter((line) => line.trim() !== '');
  const telling = lines.filter((line) => SAYS_ERROR.test(line));
  const from = telling.length > 0 ? telling : lines;
  const kept =
    from.length <= 2 * KEPT_LINES ? from : [...from.slice(0, KEPT_LINES), ...from.slice(-KEPT_LINES)];
  return [...new Set(kept.map((line) => headOf(line.trim(), MAX_LINE_CHARS)))];
}
