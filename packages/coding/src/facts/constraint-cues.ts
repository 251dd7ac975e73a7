/** A rule is said in a sentence; what is longer is a story. */
const MAX_RULE_CHARS = 400;

const questionEnd = /[?？]["')」』]*$|[吗嗎呢]。?$|(?:です|ます|でしょう)か。?$/u;

/** Where an English order can begin: at the start of a clause, or after words that introduce one. */
const clause = String.raw`(?:^|[,;:(–—]\s*|\b(?:and|but|please|also|just|so|then|you|you (?:must|should|may|can|will)|want you to|remember to)\s+)`;

/** Orders and prohibitions. Statements of fact that share a word with them ("it never works") are not taken. */
const cues: readonly RegExp[] = [
  new RegExp(`${clause}(?:never|always|avoid|refrain from|make sure|ensure)\\b`, 'i'),
  new RegExp(
    `${clause}(?:do not|don['’]t)\\s+(?!need|have to|know|think|see\\b|seem|worry|mind|care|understand|get\\b|work|we\\b|you\\b|i\\b)`,
    'i',
  ),
  new RegExp(
    `${clause}only\\s+(?:ever\\s+)?(?:use|edit|touch|change|modify|write|read|run|add|work|commit|reply|respond|answer|output|return|fix|make)\\b`,
    'i',
  ),
  new RegExp(`${clause}stop\\s+(?:adding|using|changing|doing|writing|committing|editing)\\b`, 'i'),
  /\b(?:must|mustn['’]t)\b(?!\s+(?:have|be (?:a|an|the|some|something)\b))/i,
  /\b(?:you|we) (?:should(?:n['’]t)?|may|can(?:not|['’]t)?) (?:not |only |never |always )/i,
  /\b(?:is|are) (?:not allowed|forbidden|off[- ]limits|prohibited)\b/i,
  /\bunder no circumstances\b|\bfrom now on\b|\bstick to\b/i,
  /\bwithout (?:changing|touching|modifying|breaking|adding|deleting|removing|renaming|editing|installing)\b/i,
  /\b(?:leave|keep)\b.{0,80}\b(?:unchanged|untouched|as[- ]is|alone|intact|compatible)\b/i,
  /\bno (?:new|additional|external|extra) (?:dependenc|package|librar|file)/i,

  /不要(?!紧|緊)|不得(?!不)|禁止|必须|必須|务必|務必|切勿|请勿|請勿|严禁|嚴禁|不允许|不允許|不准|不许|千万[别不]|千萬[別不]/u,
  /不能(?:改|动|删|用|碰|修改|删除|使用|提交|引入|添加|新增|影响|破坏)|只能|只允许|只(?:改|用|动|修改|使用)|别(?:改|动|删|碰|用|提交)/u,
  /始终|一律|保持.{0,40}(?:不变|兼容)/u,

  /しないで|ないで(?:ください|下さい)|[てで]は(?:いけ|なら)ない|[てで]は(?:いけません|なりません)|必ず|絶対に|なければなら|常に/u,
  /(?:だけ|のみ)を?(?:使|変更|編集|修正)|変更せず|触らない/u,

  /하지 ?(?:마|말)|금지|반드시|절대로?|해야 (?:합니다|한다|해요)/u,
];

/** Whether a sentence of the user states a rule for the work. Conservative: what is in doubt is no rule. */
export function statesConstraint(sentence: string): boolean {
  return (
    sentence.length <= MAX_RULE_CHARS && !questionEnd.test(sentence) && cues.some((cue) => cue.test(sentence))
  );
}
