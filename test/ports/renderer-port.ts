import { expect, it } from 'vitest';
import { type RendererPort, RenderFailed } from '#server/platform/renderer/renderer.ts';

const document = (text: string) =>
  `<mjml><mj-body><mj-section><mj-column><mj-text>${text}</mj-text></mj-column></mj-section></mj-body></mjml>`;

/** The tests of every implementation of the renderer port. */
export function testRenderer(open: () => RendererPort | Promise<RendererPort>): void {
  it('renders a complete HTML document', async () => {
    const html = await (await open()).render(document('Harvest &amp; cakes — Zażółć, Львів'));
    expect(html).toMatch(/^<!doctype html>/i);
    expect(html).toContain('Harvest &amp; cakes — Zażółć, Львів');
    expect(html).not.toContain('mj-text');
  });

  it('throws RenderFailed for invalid MJML', async () => {
    const renderer = await open();
    await expect(renderer.render('<mjml><mj-body>')).rejects.toThrow(RenderFailed);
    await expect(renderer.render('')).rejects.toThrow(RenderFailed);
  });

  it('still works after a failure', async () => {
    const renderer = await open();
    // Nested far deeper than our serialiser allows, so that mrml traps.
    const deep = `<mjml><mj-body><mj-raw>${'<b>'.repeat(20_000)}${'</b>'.repeat(20_000)}</mj-raw></mj-body></mjml>`;
    await expect(renderer.render(deep)).rejects.toThrow(RenderFailed);
    expect(await renderer.render(document('still here'))).toContain('still here');
  });

  it('renders concurrently without mixing results', async () => {
    const renderer = await open();
    const texts = Array.from({ length: 50 }, (_, at) => `newsletter number ${at}.`);
    const pages = await Promise.all(texts.map((text) => renderer.render(document(text))));
    for (const [at, page] of pages.entries()) expect(page).toContain(texts[at]);
  });
}
