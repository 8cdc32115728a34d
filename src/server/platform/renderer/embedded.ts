import { createRequire } from 'node:module';
import type { Engine } from 'mrml';
import { RENDER_OPTIONS } from '#newsletter/render/render-options.ts';
import { type RendererPort, RenderFailed } from './renderer.ts';

const require = createRequire(import.meta.url);

/** mrml inside this process. About 0.3 ms for a usual newsletter, so it runs on the main thread. */
export function createEmbeddedRenderer(): RendererPort {
  return new EmbeddedRenderer();
}

class EmbeddedRenderer implements RendererPort {
  #engine: Engine | null = null;

  async render(mjml: string): Promise<string> {
    const result = this.#toHtml(mjml);
    if (result.type === 'error') throw new RenderFailed(result.message);
    return result.content;
  }

  #toHtml(mjml: string): ReturnType<Engine['toHtml']> {
    try {
      this.#engine ??= loadEngine();
      return this.#engine.toHtml(mjml);
    } catch (error) {
      this.#discard();
      throw new RenderFailed(error instanceof Error ? error.message : String(error));
    }
  }

  // After a trap the module is dead for every later call; the next one gets a new instance. Left to the garbage
  // collector, the dead engine would be freed inside its dead module: an uncaught exception, which ends the process.
  // `free` takes it off that list before it fails in the same way.
  #discard(): void {
    try {
      this.#engine?.free();
    } catch {
      // Expected: the module is dead.
    } finally {
      this.#engine = null;
    }
  }
}

// The package instantiates its WebAssembly while it is being loaded: a new instance is a new load.
function loadEngine(): Engine {
  delete require.cache[require.resolve('mrml')];
  const mrml: typeof import('mrml') = require('mrml');
  const engine = new mrml.Engine();
  engine.setRenderOptions(RENDER_OPTIONS);
  return engine;
}
