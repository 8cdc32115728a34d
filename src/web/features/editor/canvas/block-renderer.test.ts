import { afterEach, describe, expect, it, vi } from 'vitest';
import type { SchoolBranding } from '#newsletter/values/branding.ts';
import { headingNamed } from '#web/features/editor/test-documents.ts';
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
const as = { school, width: 264, target: 'page' } as const;
const documentOf = (words: string) => `<html><head></head><body>${words}</body></html>`;

/** A worker that answers at once, and an engine near at hand; both count what they are asked. */
function engines() {
  const asked = { worker: 0, near: 0 };
  const renderer: Renderer = {
    render: async (slot) => {
      asked.worker += 1;
      return documentOf(slot);
    },
    dispose: () => {},
  };
  const near: MainThreadEngine = {
    render: () => {
      asked.near += 1;
      return documentOf('near');
    },
  };
  return { asked, renderer, near };
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe('drawing', () => {
  it('draws a block once for each form, and remembers it by its identity', async () => {
    const { asked, renderer, near } = engines();
    const drawing = createBlockRenderer(renderer, async () => near);
    const block = headingNamed('a');
    const [first, again] = await Promise.all([drawing.draw(block, as), drawing.draw(block, as)]);
    expect(first).toEqual({ styles: '', body: 'a' });
    expect(again).toBe(first);
    expect(drawing.known(block, as)).toBe(first);
    expect(drawing.known({ ...block }, as)).toBeNull();
    expect(drawing.known(block, { ...as, width: 552 })).toBeNull();
    expect(drawing.known(block, { ...as, school: { ...school } })).toBeNull();
    expect(asked.worker).toBe(1);
  });

  it('draws what is typed at once, as soon as the engine near at hand is there', async () => {
    const { asked, renderer, near } = engines();
    const drawing = createBlockRenderer(renderer, async () => near);
    await drawing.draw(headingNamed('a'), as);
    const early = headingNamed('a', 't');
    drawing.drawAhead(early);
    expect(drawing.known(early, as)).toBeNull();
    await drawing.draw(early, as);
    expect(asked).toEqual({ worker: 2, near: 0 });

    const next = headingNamed('a', 'ty');
    drawing.drawAhead(next);
    expect(drawing.known(next, as)?.body).toBe('near');
    expect(asked).toEqual({ worker: 2, near: 1 });
  });

  it('leaves a block to the worker that takes long again and again', async () => {
    const { asked, renderer, near } = engines();
    const drawing = createBlockRenderer(renderer, async () => near);
    await drawing.draw(headingNamed('a'), as);
    drawing.drawAhead(headingNamed('a', '1'));
    await Promise.resolve();
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => {
      now += 50;
      return now;
    });
    for (const text of ['2', '3', '4']) drawing.drawAhead(headingNamed('a', text));
    expect(asked.near).toBe(3);
    drawing.drawAhead(headingNamed('a', '5'));
    expect(asked.near).toBe(3);
    expect(asked.worker).toBe(3);
  });

  it('goes on with the worker when the engine near at hand cannot be loaded', async () => {
    const { asked, renderer } = engines();
    const drawing = createBlockRenderer(renderer, async () => {
      throw new Error('no network');
    });
    await drawing.draw(headingNamed('a'), as);
    for (const text of ['1', '2']) {
      drawing.drawAhead(headingNamed('a', text));
      await Promise.resolve();
    }
    expect(asked.worker).toBe(3);
  });

  it('tries anew what could not be drawn, once it is asked again, and tells who is waiting for it', async () => {
    const { renderer, near } = engines();
    let isThere = false;
    const drawing = createBlockRenderer(
      {
        ...renderer,
        render: (slot, mjml) =>
          isThere ? renderer.render(slot, mjml) : Promise.reject(new Error('no network')),
      },
      async () => near,
    );
    const block = headingNamed('a');
    await expect(drawing.draw(block, as)).rejects.toThrow('no network');
    let told = 0;
    const stop = drawing.onAgain(() => {
      told += 1;
    });
    isThere = true;
    drawing.again();
    expect((await drawing.draw(block, as))?.body).toBe('a');
    stop();
    drawing.again();
    expect(told).toBe(1);
  });
});
