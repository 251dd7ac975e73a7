/** The laws that the checker holds a replay to. */
export const checkedLaws = ['L1', 'L2', 'L3', 'L7'] as const;
