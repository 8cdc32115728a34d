import { afterAll, describe, expect, it } from 'vitest';
import { commands } from 'vitest/browser';
import { z } from 'zod';
import {
  type Block,
  blockSchema,
  DEFINITIONS,
  emptyDocument,
  fromCode,
  isEmptySpace,
} from '#newsletter/document/document.ts';
import { compileBlock } from '#newsletter/render/compile-block.ts';
import { compileMasthead } from '#newsletter/render/compile-masthead.ts';
import { compileNewsletter } from '#newsletter/render/compile-newsletter.ts';
import { loadMainThreadEngine } from './main-thread-engine.ts';
import { createRenderer } from './renderer.ts';
import { RenderFailed } from './worker-calls.ts';

declare module 'vitest/browser' {
  interface BrowserCommands {
    /** Renders with the server's engine; see vitest.config.ts. */
    renderInNode: (mjml: string) => Promise<{ readonly type: string; readonly content?: string }>;
  }
}

const fixtures = import.meta.glob<unknown>('../../../newsletter/blocks/*/fixture.json', {
  eager: true,
  import: 'default',
});
const school = {
  name: 'Żółć & "Söhne" \' 学校 🎃',
  logo: '/files/logo.png',
  email: 'office@school.example',
  phone: '1',
  website: null,
  primary_color: '#1f5d45',
  secondary_color: null,
  language: 'en',
};
const origin = 'https://school.test';
const renderer = createRenderer();
afterAll(() => renderer.dispose());

function samples(): Block[] {
  return Object.entries(fixtures).flatMap(([path, fixture]) => {
    const type = path.split('/').at(-2);
    const { valid } = z.object({ valid: z.array(z.unknown()) }).parse(fixture);
    return valid.flatMap((value, index) => {
      const block = blockSchema.parse({ name: `${type}-${index}`, type, value });
      return isEmptySpace(block) ? [] : [block];
    });
  });
}

async function inNode(mjml: string): Promise<string | undefined> {
  return (await commands.renderInNode(mjml)).content;
}

const headSource = {
  title: 'Ärger',
  today: '2026-11-20',
  document: emptyDocument('one_column'),
  school,
  origin,
};

describe('the renderer in the browser', () => {
  it('renders every block exactly as the server does', async () => {
    const blocks = samples();
    expect([...new Set(blocks.map(({ type }) => type))].sort()).toEqual(Object.keys(DEFINITIONS).sort());
    for (const block of blocks) {
      const mjml = compileBlock({ block, school, width: 264, origin });
      expect(await renderer.render(block.name, mjml), block.name).toBe(await inNode(mjml));
    }
  });

  it('renders a whole newsletter exactly as the server does, as page and as mail', async () => {
    const document = fromCode('two_columns_left', samples());
    for (const target of ['page', 'mail'] as const) {
      const mjml = compileNewsletter({
        title: 'Ärger',
        today: '2026-11-20',
        document,
        school,
        target,
        origin,
      });
      expect(await renderer.render(target, mjml)).toBe(await inNode(mjml));
      const head = compileMasthead({ ...headSource, target });
      expect(await renderer.render('head', head)).toBe(await inNode(head));
    }
  });

  it('renders the same on the main thread', async () => {
    const near = await loadMainThreadEngine();
    for (const block of samples()) {
      const mjml = compileBlock({ block, school, width: 552, origin });
      expect(near.render(mjml), block.name).toBe(await inNode(mjml));
    }
    expect(near.render('<mjml><mj-body><nonsense')).toBeNull();
    expect(near.render(compileMasthead(headSource))).not.toBeNull();
  });

  it('rejects invalid MJML, and keeps working', async () => {
    await expect(renderer.render('a', '<mjml><mj-body><nonsense')).rejects.toThrow(RenderFailed);
    const mjml = compileMasthead(headSource);
    expect(await renderer.render('a', mjml)).toBe(await inNode(mjml));
  });
});
