/** Words that take an earlier request back, at the start of what the user says next. */
const takesBack: readonly RegExp[] = [
  /^(?:oh |ok(?:ay)?,? |no,? |wait,? |actually,? |sorry,? )*(?:never ?mind|nvm\b|forget (?:it|that|about (?:it|that))|scratch that|cancel (?:that|it)|ignore (?:my|the|that) (?:last|previous|earlier)|disregard)/i,
  /^(?:ok(?:ay)?,? |no,? |wait,? |actually,? )*instead,? /i,
  /^(?:ok(?:ay)?,? |no,? |wait,? |actually,? )*(?:do|fix|implement|build|work on|go with|write)\b[^.!?\n]* instead\s*(?:[.!\n]|$)/i,
  /^(?:算了|不用了|不需要了|先别做|取消(?:刚才|上面|之前|上一个)|忽略(?:刚才|上面|之前|上一个))/u,
  /^(?:やっぱり|もういい|それはいい|さっきの(?:は|依頼は)|(?:前|上)の依頼は(?:忘れ|取り消|キャンセル)|キャンセルして)/u,
];

/** Whether a message takes back what was asked before it. Conservative: an addition or a detail does not. */
export function supersedesEarlier(text: string): boolean {
  const start = text.trimStart();
  return takesBack.some((cue) => cue.test(start));
}
