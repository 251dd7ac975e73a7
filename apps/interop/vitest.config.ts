import { mergeConfig } from 'vitest/config';
import { testProject } from '../../vitest.shared.ts';

// The validation suite of LangGraph declares its tests with vitest's globals.
export default mergeConfig(testProject('interop'), { test: { globals: true } });
