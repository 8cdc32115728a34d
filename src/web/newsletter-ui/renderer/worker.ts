import init, { Engine } from 'mrml/web/mrml_wasm.js';
import wasmUrl from 'mrml/web/mrml_wasm_bg.wasm?url';
import { RENDER_OPTIONS } from '#newsletter/render/render-options.ts';
import type { RenderReply, RenderRequest } from './protocol.ts';

/** The newsletter's engine, the same as on the server, beside the page's thread. */

const engine = init({ module_or_path: wasmUrl }).then(() => {
  const made = new Engine();
  made.setRenderOptions(RENDER_OPTIONS);
  return made;
});

self.addEventListener('message', ({ data }: MessageEvent<RenderRequest>) => {
  void render(data).then((reply) => self.postMessage(reply));
});

async function render({ id, mjml }: RenderRequest): Promise<RenderReply> {
  try {
    const result = (await engine).toHtml(mjml);
    return result.type === 'success'
      ? { id, html: result.content }
      : { id, message: result.message, dead: false };
  } catch (error) {
    // A trap, or an engine that could not be loaded: every later call would fail as well.
    return { id, message: String(error), dead: true };
  }
}
