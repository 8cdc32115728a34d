import init, { Engine } from 'mrml/web/mrml_wasm.js';
import wasmUrl from 'mrml/web/mrml_wasm_bg.wasm?url';
import { renderAroundTexts } from '#newsletter/render/around-texts.ts';
import { RENDER_OPTIONS } from '#newsletter/render/render-options.ts';
import type { RenderReply, RenderRequest } from './protocol.ts';

/** The worker that runs the rendering engine, which is the same as on the server. */

const engine = init({ module_or_path: wasmUrl }).then(() => {
  const created = new Engine();
  created.setRenderOptions(RENDER_OPTIONS);
  return created;
});

self.addEventListener('message', ({ data }: MessageEvent<RenderRequest>) => {
  void render(data).then((reply) => self.postMessage(reply));
});

async function render({ id, mjml }: RenderRequest): Promise<RenderReply> {
  try {
    const loaded = await engine;
    const result = renderAroundTexts(mjml, (outline) => loaded.toHtml(outline));
    return result.type === 'success'
      ? { id, html: result.content }
      : { id, message: result.message, dead: false };
  } catch (error) {
    // The engine has trapped or could not be loaded, so later calls would fail as well.
    return { id, message: String(error), dead: true };
  }
}
