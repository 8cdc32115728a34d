import { pipeline, type Readable, type Transform } from 'node:stream';

/**
 * Sends a stream through a step; when either breaks, both do, with the same error. `source.pipe(step)` would let the
 * error of the source end the process, and never tell the reader of the step.
 */
export function through(source: Readable, step: Transform): Readable {
  pipeline(source, step, () => undefined);
  return step;
}
