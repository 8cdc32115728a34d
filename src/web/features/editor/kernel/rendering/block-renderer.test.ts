import { afterEach, describe, expect, it, vi } from 'vitest';
import type { SchoolBranding } from '#newsletter/values/branding.ts';
import { headingNamed } from '#test/support/editor/documents.ts';
import type { MainThreadEngine } from '#web/newsletter-ui/renderer/main-thread-engine.ts';
import type { Renderer } from '#web/newsletter-ui/renderer/renderer.ts';
import { createBlockRenderer } from './block-renderer.ts';

const school: SchoolBranding = {
  name: 'Oakfield',
  logo: null,
  email: 'office@school.example',
  phone: '1',
  website: null,
  primary_color: null,
  secondary_color: null,
  language: 'en',
};
const slotStyle = { design: null, colours: null, role: 'column', tint: null } as const;
const as = { school, width: 264, target: 'page', slotStyle } as const;
const documentOf = (words: string) => `<html><head></head><body>${words}</body></html>`;

/** A worker that answers at once, and an engine on the main thread, with counts of their calls. */
function engines() {
  const asked = { worker: 0, local: 0 };
  const renderer: Renderer = {
    render: async (slot) => {
      asked.worker += 1;
      return documentOf(slot);
    },
    dispose: () => {},
  };
  const localEngine: MainThreadEngine = {
    render: () => {
      asked.local += 1;
      return documentOf('local');
    },
  };
  return { asked, renderer, localEngine };
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe('the block renderer', () => {
  it('renders a block once for each width and school, and caches it by identity', async () => {
    const { asked, renderer, localEngine } = engines();
    const blockRenderer = createBlockRenderer(renderer, async () => localEngine);
    const block = headingNamed('a');
    const [first, again] = await Promise.all([
      blockRenderer.render(block, as),
      blockRenderer.render(block, as),
    ]);
    expect(first).toEqual({ styles: '', body: 'a' });
    expect(again).toBe(first);
    expect(blockRenderer.cached(block, as)).toBe(first);
    expect(blockRenderer.cached({ ...block }, as)).toBeNull();
    expect(blockRenderer.cached(block, { ...as, width: 552 })).toBeNull();
    expect(blockRenderer.cached(block, { ...as, school: { ...school } })).toBeNull();
    expect(asked.worker).toBe(1);
  });

  it('renders keystrokes synchronously once the local engine is loaded', async () => {
    const { asked, renderer, localEngine } = engines();
    const blockRenderer = createBlockRenderer(renderer, async () => localEngine);
    await blockRenderer.render(headingNamed('a'), as);
    const early = headingNamed('a', 't');
    blockRenderer.renderAhead(early);
    expect(blockRenderer.cached(early, as)).toBeNull();
    await blockRenderer.render(early, as);
    expect(asked).toEqual({ worker: 2, local: 0 });

    const next = headingNamed('a', 'ty');
    blockRenderer.renderAhead(next);
    expect(blockRenderer.cached(next, as)?.body).toBe('local');
    expect(asked).toEqual({ worker: 2, local: 1 });
  });

  it('leaves a repeatedly slow block to the worker', async () => {
    const { asked, renderer, localEngine } = engines();
    const blockRenderer = createBlockRenderer(renderer, async () => localEngine);
    await blockRenderer.render(headingNamed('a'), as);
    blockRenderer.renderAhead(headingNamed('a', '1'));
    await Promise.resolve();
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => {
      now += 50;
      return now;
    });
    for (const text of ['2', '3', '4']) blockRenderer.renderAhead(headingNamed('a', text));
    expect(asked.local).toBe(3);
    blockRenderer.renderAhead(headingNamed('a', '5'));
    expect(asked.local).toBe(3);
    expect(asked.worker).toBe(3);
  });

  it('keeps using the worker if the local engine cannot be loaded', async () => {
    const { asked, renderer } = engines();
    const blockRenderer = createBlockRenderer(renderer, async () => {
      throw new Error('no network');
    });
    await blockRenderer.render(headingNamed('a'), as);
    for (const text of ['1', '2']) {
      blockRenderer.renderAhead(headingNamed('a', text));
      await Promise.resolve();
    }
    expect(asked.worker).toBe(3);
  });

  it('retries a failed block when asked, and notifies the listeners', async () => {
    const { renderer, localEngine } = engines();
    let isOnline = false;
    const blockRenderer = createBlockRenderer(
      {
        ...renderer,
        render: (slot, mjml) =>
          isOnline ? renderer.render(slot, mjml) : Promise.reject(new Error('no network')),
      },
      async () => localEngine,
    );
    const block = headingNamed('a');
    await expect(blockRenderer.render(block, as)).rejects.toThrow('no network');
    let retries = 0;
    const stop = blockRenderer.onRetry(() => {
      retries += 1;
    });
    isOnline = true;
    blockRenderer.retry();
    expect((await blockRenderer.render(block, as))?.body).toBe('a');
    stop();
    blockRenderer.retry();
    expect(retries).toBe(1);
  });
});
