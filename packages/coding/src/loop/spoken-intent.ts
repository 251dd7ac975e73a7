import { askedQuestion } from '../facts/asked-question.ts';

/** What an answer says of how things go on. Texts are looked at only where no outcome or finish reason tells. */
export interface SpokenIntent {
  /** What the answer asks the user, at its end. */
  readonly question: string | undefined;
  /** Its end announces more work. */
  readonly goesOn: boolean;
  /** It begins by saying that the work is done, and announces none. */
  readonly isDone: boolean;
}

const DONE =
  /^(?:all )?(?:done|completed?|finished|implemented|updated|fixed|resolved|summary\b|here(?:'s| is| are))|^(?:已(?:完成|实现|修复|更新)|完成了?|总结|完了|修正しました|実装しました)/i;

/** The assistant about itself, not about the user's next step. */
const GOES_ON =
  /\b(?:I(?:'|’)ll|I will|I(?:'|’)m going to|I am going to|let me|let(?:'|’)s|now I|next,? I|next:|next up|continuing|proceeding|moving on|still need to|remaining work)\b|接下来|下一步|继续|我(?:将|会|现在)|仍需|还需要|次に|続けて|続いて|引き続き|これから/i;
const WAITS =
  /\b(?:let me know|(?:I(?:'|’)ll|I will) (?:wait|be here|stop here|leave))\b|等(?:待|你|您)|お待ち/i;

const ASKS_POLITELY =
  /\b(?:please (?:confirm|provide|tell me|let me know|advise|choose)|let me know (?:if|which|whether|what|how)|need your (?:input|approval|decision)|waiting for your)\b|请(?:确认|提供|告诉|选择)|需要(?:你|您)的|(?:教えて|ご確認|お知らせ|選んで)ください/i;

/** Reads the end of an answer, and its beginning: what stands in between describes. Code and addresses say nothing. */
export function spokenIntent(text: string): SpokenIntent {
  const paragraphs = withoutCode(text)
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '');
  const last = paragraphs.at(-1) ?? '';
  const goesOn = GOES_ON.test(last) && !WAITS.test(last);
  return { question: questionOf(paragraphs), goesOn, isDone: !goesOn && DONE.test(paragraphs[0] ?? '') };
}

/** In the last paragraph; where that lists the choices, in the one before. */
function questionOf(paragraphs: readonly string[]): string | undefined {
  const end = paragraphs.findLastIndex((paragraph) => !isList(paragraph));
  const last = paragraphs[end] ?? '';
  const leadIn = last.replace(/(?:\n\s*(?:[-*•]|\d+[.)])\s.*)+$/u, '');
  return askedQuestion(leadIn) ?? (ASKS_POLITELY.test(leadIn) ? leadIn : undefined);
}

function isList(paragraph: string): boolean {
  return paragraph.split('\n').every((line) => /^\s*(?:[-*•]|\d+[.)])\s/u.test(line));
}

function withoutCode(text: string): string {
  return text
    .replace(/^(```|~~~)[\s\S]*?(?:^\1|$(?![\s\S]))/gm, '')
    .replace(/`[^`\n]*`/g, '`…`')
    .replace(/https?:\/\/\S+/g, '…');
}
