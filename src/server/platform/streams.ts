import { pipeline, type Readable, type Transform } from 'node:stream';

/**
 * Pipes a stream through a transform and passes errors on. With `source.pipe(step)`, an error of the source would end the
 * process, and readers of the step would never see it.
 */
export function through(source: Readable, step: Transform): Readable {
  pipeline(source, step, () => undefined);
  return step;
}
