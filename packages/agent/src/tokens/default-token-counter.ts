import { scriptAwareTokenEstimator } from './script-aware-token-estimator.ts';
import type { TokenCounter } from './token-counter.ts';

/**
 * The library's own estimate, by which limits in Tokens hold where the caller has no counter. One object,
 * so that what one use has counted no other counts again.
 */
export const defaultTokenCounter: TokenCounter = scriptAwareTokenEstimator({ family: 'default' });
