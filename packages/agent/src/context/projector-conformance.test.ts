import { describe, test } from 'vitest';
import { contextProjectorConformance } from '../testing/context-projector-conformance.ts';
import type { ContextProjector } from './context-projector.ts';
import { defaultContextProjector } from './default-context-projector.ts';
import { typeAwareContextProjector } from './type-aware-context-projector.ts';

const projectors: readonly [name: string, projector: ContextProjector][] = [
  ['defaultContextProjector', defaultContextProjector],
  ['typeAwareContextProjector', typeAwareContextProjector],
];

describe.each(projectors)('%s conforms', (_name, projector) => {
  test.each(contextProjectorConformance())('$name', ({ run }) => run(projector));
});
