import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { testRenderer } from '#test/ports/renderer-port.ts';
import { createEmbeddedRenderer } from './embedded.ts';

describe('renderer: embedded', () => {
  testRenderer(createEmbeddedRenderer);

  it('frees a crashed engine before the garbage collector finalizes it', async () => {
    setFlagsFromString('--expose-gc');
    const collectGarbage: () => void = runInNewContext('gc');
    const renderer = createEmbeddedRenderer();
    const deep = `<mjml><mj-body><mj-raw>${'<b>'.repeat(20_000)}`;
    await expect(renderer.render(deep)).rejects.toThrow();
    let uncaught: unknown = null;
    const catchIt = (error: unknown) => {
      uncaught = error;
    };
    process.on('uncaughtException', catchIt);
    // Finalizers run in later turns of the event loop.
    for (let round = 0; round < 5; round += 1) {
      collectGarbage();
      await new Promise((resolve) => setImmediate(resolve));
    }
    process.off('uncaughtException', catchIt);
    expect(uncaught).toBeNull();
  });
});
