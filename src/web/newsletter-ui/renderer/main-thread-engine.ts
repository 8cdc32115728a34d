import init, { Engine } from 'mrml/web/mrml_wasm.js';
import wasmUrl from 'mrml/web/mrml_wasm_bg.wasm?url';
import { renderAroundTexts } from '#newsletter/render/around-texts.ts';
import { RENDER_OPTIONS } from '#newsletter/render/render-options.ts';

/**
 * A second engine on the main thread, for the block that is being edited. After a key press, Chromium delays messages
 * from workers until a frame has been painted, so a worker's answer is always one frame late. Rendering one block takes
 * a fraction of a millisecond, so the main thread can do it.
 */
export interface MainThreadEngine {
  /** The whole HTML document, or null if it fails. Then ask the worker, which also reports why. */
  render(mjml: string): string | null;
}

/** Loads the engine. Rejects if it cannot be loaded. */
export async function loadMainThreadEngine(): Promise<MainThreadEngine> {
  await init({ module_or_path: wasmUrl });
  const engine = new Engine();
  engine.setRenderOptions(RENDER_OPTIONS);
  let isDead = false;
  return {
    render(mjml) {
      if (isDead) return null;
      try {
        const result = renderAroundTexts(mjml, (outline) => engine.toHtml(outline));
        return result.type === 'success' ? result.content : null;
      } catch {
        // After a trap, the WebAssembly module is unusable. The worker takes over; it can be restarted.
        isDead = true;
        return null;
      }
    },
  };
}
