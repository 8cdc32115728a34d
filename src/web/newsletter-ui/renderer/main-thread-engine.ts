import init, { Engine } from 'mrml/web/mrml_wasm.js';
import wasmUrl from 'mrml/web/mrml_wasm_bg.wasm?url';
import { RENDER_OPTIONS } from '#newsletter/render/render-options.ts';

/**
 * The same engine a second time, in the page's own thread, for the one block that somebody types in. After a key press
 * Chromium holds back messages from workers until a frame has been painted, so that a worker's answer is always one
 * frame late; one block takes a fraction of a millisecond, so the page can just as well draw it itself.
 */
export interface MainThreadEngine {
  /** The whole HTML document, or null when the engine cannot: then the worker is asked, which also says why. */
  render(mjml: string): string | null;
}

/** Loads the engine. Rejects when it cannot be loaded. */
export async function loadMainThreadEngine(): Promise<MainThreadEngine> {
  await init({ module_or_path: wasmUrl });
  const engine = new Engine();
  engine.setRenderOptions(RENDER_OPTIONS);
  let isDead = false;
  return {
    render(mjml) {
      if (isDead) return null;
      try {
        const result = engine.toHtml(mjml);
        return result.type === 'success' ? result.content : null;
      } catch {
        // After a trap the module is dead. The worker goes on; it can be started anew.
        isDead = true;
        return null;
      }
    },
  };
}
