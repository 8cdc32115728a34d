import { createRequire } from 'node:module';
import mjml2html from 'mjml';
import { type BlockType, fromCode } from '#newsletter/document/document.ts';
import { renderAroundTexts } from '#newsletter/render/around-texts.ts';
import { compileNewsletter } from '#newsletter/render/compile-newsletter.ts';
import { RENDER_OPTIONS } from '#newsletter/render/render-options.ts';
import { cleanRichText } from '#newsletter/rich-text/rich-text.ts';
import { stored } from '#test/newsletter-rendering.ts';
import { OAKFIELD, ORIGIN } from '#test/newsletter-samples.ts';

/** Rendering, against mjml with the same input, and cleaning of rich text, against half as much text. */

type Row = {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly reference?: number;
  readonly ratio?: number;
  readonly aim?: string;
  readonly met?: boolean;
};

type Engine = {
  setRenderOptions(options: typeof RENDER_OPTIONS): void;
  toHtml(
    input: string,
  ):
    | { readonly type: 'success'; readonly content: string }
    | { readonly type: 'error'; readonly message: string };
};
const require = createRequire(import.meta.url);
const { Engine }: { Engine: new () => Engine } = require('mrml');

/** Required speed relative to mjml. Source: docs/requirements/performance.md P1. */
const AIM = 6;
const TEXT =
  'Thank you for every tin, packet and enormous marrow. Together we filled eleven crates for the food bank, and Year 4 sang <em>Big Red Combine Harvester</em> loudly enough to be heard from the <a href="https://example.org/park">car park</a>.';

// A newsletter of typical length, with most block types.
const TYPICAL: readonly (readonly [BlockType, unknown])[] = [
  ['heading', { text: 'A harvest to be proud of' }],
  [
    'boxed_text',
    {
      html: `<p><strong>From Mrs Adeyemi</strong><br>${TEXT}</p>`,
      background: '#fdf3d9',
      color: '#2f2a1c',
      word_break: 'break-word',
    },
  ],
  ['image', { url: '/files/1a/harvest.webp', alt: 'Baskets of apples' }],
  [
    'event',
    {
      rows: [1, 2, 3].map((day) => ({
        id: `e${day}`,
        title: 'Open morning',
        description: 'Tours.',
        date: `2026-10-1${day}`,
        time: '09:15',
      })),
    },
  ],
  ['text', { html: `<p>${TEXT}</p>` }],
  [
    'attendance',
    {
      rows: ['a', 'b', 'c'].map((id) => ({ id, name: `Class ${id}`, percents: 96.5 })),
      background: '#ffffff',
    },
  ],
  ['button', { btnText: 'See all the photos', url: 'https://example.org/photos' }],
  ['download', { name: 'Autumn lunch menu', url: '/files/1a/menu.pdf' }],
  ['divider', { style: 'dashed' }],
  [
    'social_media',
    {
      facebook: 'https://facebook.com/oakfield',
      instagram: 'https://instagram.com/oakfield',
      youtube: 'https://youtube.com/@oakfield',
    },
  ],
  ['heading', { text: 'Forest School is back' }],
  ['image', { url: '/files/1a/forest.webp', alt: 'Two children in a wood' }],
  ['text', { html: `<p>${TEXT}</p>` }],
  ['footer', { text: 'The next newsletter is on Friday 16 October.' }],
];

function newsletterOf(count: number) {
  const blocks = Array.from({ length: count }, (_, index) => {
    const [type, value] = TYPICAL[index % TYPICAL.length] ?? ['divider', { style: 'solid' }];
    return stored(type, value, `block-${index}`);
  });
  return {
    title: 'Autumn news',
    today: '2026-11-20',
    document: fromCode('two_columns_center', blocks),
    school: OAKFIELD,
    target: 'page',
    origin: ORIGIN,
  } as const;
}

/** Measures rendering of a typical newsletter and of one with 100 blocks, and cleaning of rich text. */
export default async function measureRender(): Promise<Row[]> {
  const engine = new Engine();
  engine.setRenderOptions(RENDER_OPTIONS);
  const rows: Row[] = [];
  for (const [name, count, turns] of [
    [`typical newsletter, ${TYPICAL.length} blocks`, TYPICAL.length, 60],
    ['100 blocks', 100, 20],
  ] as const) {
    const source = newsletterOf(count);
    const mjml = compileNewsletter(source);
    const ours = () => {
      if (renderAroundTexts(mjml, (outline) => engine.toHtml(outline)).type !== 'success')
        throw new Error('mrml refused the newsletter');
    };
    const theirs = () => mjml2html(mjml);
    const [value, reference] = await fastestOf(ours, theirs, turns);
    const ratio = reference / value;
    rows.push({
      name: `render: ${name}, against mjml`,
      value,
      reference,
      unit: 'ms',
      ratio,
      aim: `≥ ${AIM}x`,
      met: ratio >= AIM,
    });
    const [compiled] = await fastestOf(
      () => compileNewsletter(source),
      () => undefined,
      turns,
    );
    rows.push({ name: `compile to MJML: ${name}`, value: compiled, unit: 'ms' });
  }
  rows.push(await measureCleaning());
  return rows;
}

// For twice the text, linear work takes twice as long, quadratic work four times.
async function measureCleaning(): Promise<Row> {
  const hard = '<b><a href="https://example.org">x &amp; y<p title=\'>\'><ul><li></i>';
  const [half, whole] = [hard.repeat(1500), hard.repeat(3000)];
  const [value, reference] = await fastestOf(
    () => cleanRichText(whole),
    () => cleanRichText(half),
    5,
  );
  const ratio = value / reference;
  return {
    name: 'clean rich text: 200 KB, against half of it',
    value,
    reference,
    unit: 'ms',
    ratio,
    aim: '≤ 3x',
    met: ratio <= 3,
  };
}

/** Milliseconds that each side runs at a stretch, so that it has its code and data in the CPU's caches. */
const TURN = 40;

/**
 * Milliseconds per run of each side, from the fastest of alternating turns: the undisturbed time on one machine.
 */
async function fastestOf(one: () => unknown, other: () => unknown, turns: number): Promise<[number, number]> {
  const fastest: [number, number] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let turn = 0; turn < turns; turn += 1) {
    fastest[0] = Math.min(fastest[0], await millisecondsOf(one));
    fastest[1] = Math.min(fastest[1], await millisecondsOf(other));
  }
  return fastest;
}

async function millisecondsOf(work: () => unknown): Promise<number> {
  const start = performance.now();
  let runs = 0;
  let passed = 0;
  while (passed < TURN) {
    await work();
    runs += 1;
    passed = performance.now() - start;
  }
  return passed / runs;
}
