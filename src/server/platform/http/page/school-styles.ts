import { designOf } from '#newsletter/designs/index.ts';
import { FONTS } from '#newsletter/render/fonts.ts';
import { type Palette, paletteOf, paletteOn } from '#newsletter/values/branding.ts';
import { mix, readableOn, WHITE } from '#newsletter/values/colour.ts';
import { Html } from '#server/platform/http/html.ts';

/** The styles of pages for a school's families: the school's colours, and the type and corners of its design, in light, dark and print. */

// Like newsletters in the dark: see `src/newsletter/render/dark.ts`.
const DARK = { sheet: '#1b1f26', text: '#ecebe6', quiet: '#b4b8c0', red: '#ffb4ab' } as const;
const WORDS_CONTRAST = 7;
const RED = '#b42318';

/** The parts of a school's look that such a page uses. */
export interface SchoolLook {
  readonly name: string;
  readonly logo: string | null;
  readonly logoAspect: number | null;
  readonly primaryColor: string | null;
  readonly secondaryColor: string | null;
  readonly design: string;
}

/**
 * Type is in `rem`, so that it follows the reader's own size. `--tint` is the background of boxes, `--main` the colour
 * of links, `--edge` that of fields.
 */
export function schoolStyles(school: SchoolLook): Html {
  const branding = { primary_color: school.primaryColor, secondary_color: school.secondaryColor };
  const palette = paletteOf(branding);
  const { fonts, heading, radius } = designOf(school.design);
  const family = FONTS.page[fonts.heading];
  return new Html(`
:root { color-scheme: light dark; ${variables(light(palette))} --footer: ${palette.footer.background}; --on-footer: ${palette.footer.text}; --corner: ${radius.button}px; --round: ${Math.max(radius.picture, radius.box)}px; --headings: ${heading.weight} 1em/1.2 ${family}; }
@media screen and (prefers-color-scheme: dark) { :root { ${variables(dark(palette))} } .logo { padding: 6px; border-radius: 8px; background: ${WHITE}; } }
${STYLES}`);
}

type Colours = Readonly<
  Record<
    'ground' | 'ink' | 'quiet' | 'line' | 'edge' | 'main' | 'button' | 'on-button' | 'tint' | 'bar' | 'red',
    string
  >
>;

function light({ heading, text, quiet, line, button, tint, bar }: Palette): Colours {
  const edge = readableOn(line, WHITE);
  return { ...ways(button), ground: WHITE, ink: text, quiet, line, edge, main: heading, tint, bar, red: RED };
}

function dark(palette: Palette): Colours {
  const { button, bar } = paletteOn(DARK.sheet, palette);
  return {
    ...ways(button),
    ground: DARK.sheet,
    ink: DARK.text,
    quiet: DARK.quiet,
    line: mix(DARK.sheet, WHITE, 0.18),
    edge: mix(DARK.sheet, WHITE, 0.5),
    main: readableOn(palette.primary, DARK.sheet, WORDS_CONTRAST),
    tint: mix(DARK.sheet, WHITE, 0.06),
    bar,
    red: DARK.red,
  };
}

function ways(button: Palette['button']) {
  return { button: button.background, 'on-button': button.text };
}

function variables(colours: Colours): string {
  return Object.entries(colours)
    .map(([name, colour]) => `--${name}: ${colour};`)
    .join(' ');
}

const STYLES = `
* { box-sizing: border-box; }
body { display: flex; flex-direction: column; min-height: 100vh; margin: 0; background: var(--ground); color: var(--ink); font: 400 1.0625rem/1.5 ${FONTS.page.sans}; overflow-wrap: break-word; }
h1, h2, h3, p, ul, ol, dl, dd, fieldset, figure { margin: 0; padding: 0; }
h1, h2, h3 { font: var(--headings); text-wrap: balance; }
h1 { font-size: 2rem; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.unseen + * { margin-top: 0; }
h2 { font-size: 1.375rem; }
h3 { font-size: 1.1875rem; }
img { display: block; max-width: 100%; height: auto; }
a { color: var(--main); font-weight: 600; text-decoration-thickness: 1px; text-underline-offset: 4px; }
:is(a, button, input, select, textarea, summary):focus-visible { outline: 3px solid var(--ink); outline-offset: 2px; }
.top { padding: 20px; border-bottom: 6px solid var(--bar); }
.school { display: flex; align-items: center; justify-content: center; gap: 12px; color: var(--ink); font-size: 1.375rem; text-decoration: none; }
.school span { font: var(--headings); }
.logo { width: auto; max-width: 240px; height: auto; max-height: 56px; }
nav.pages { display: flex; border-bottom: 1px solid var(--line); }
nav.pages a { flex: 1; padding: 12px 8px 9px; border-bottom: 3px solid transparent; color: var(--ink); text-align: center; text-decoration: none; }
nav.pages a:hover { text-decoration: underline; }
nav.pages a[aria-current] { border-bottom-color: var(--main); color: var(--main); }
main { flex: 1; width: 100%; max-width: 680px; margin: 0 auto; padding: 28px 20px 48px; }
main > * + * { margin-top: 20px; }
main.wide { max-width: 1064px; }
main.bare { max-width: none; padding: 16px; }
.quiet { color: var(--quiet); }
.small { font-size: 0.9375rem; }
.button { display: inline-flex; align-items: center; justify-content: center; gap: 10px; min-height: 50px; padding: 10px 24px; border: 2px solid var(--button); border-radius: var(--corner); background: var(--button); color: var(--on-button); font: inherit; font-weight: 600; text-align: center; text-decoration: none; cursor: pointer; }
.button.other { border-color: var(--main); background: none; color: var(--main); }
.button svg { flex: none; width: 22px; height: 22px; fill: none; stroke: currentcolor; stroke-width: 1.75; stroke-linecap: round; stroke-linejoin: round; }
.panel { padding: 24px; border-radius: var(--round); background: var(--tint); }
.panel > * + * { margin-top: 8px; }
.panel .button { width: 100%; margin-top: 16px; }
.said { padding: 14px 16px; border-inline-start: 5px solid var(--main); background: var(--tint); font-weight: 600; }
.chips { display: flex; flex-wrap: wrap; gap: 8px; list-style: none; }
.chips a { display: inline-flex; align-items: center; min-height: 44px; padding: 8px 14px; border: 1px solid var(--edge); border-radius: var(--corner); font-size: 0.9375rem; text-decoration: none; }
.chips a[aria-current] { border-color: var(--button); background: var(--button); color: var(--on-button); }
.list { border-top: 1px solid var(--line); list-style: none; }
.list > li { padding: 16px 0; border-bottom: 1px solid var(--line); }
.list :is(h2, h3) a, .cards h3 a { display: block; margin: -11px 0; padding: 11px 0; }
.all { margin-top: 8px; }
.all a { display: inline-block; padding: 10px 0; }
.dates { margin-top: 10px; }
.dates > li { display: flex; gap: 14px; align-items: flex-start; padding: 12px 0; }
.dates > li > div { min-width: 0; overflow-wrap: anywhere; }
.dates time { flex: none; width: 3.5rem; overflow: hidden; border-radius: var(--corner); background: var(--tint); text-align: center; }
.dates time span { display: block; background: var(--button); color: var(--on-button); font-size: 0.8125rem; font-weight: 600; line-height: 1.375rem; text-transform: uppercase; }
.dates time b { display: block; font: var(--headings); font-size: 1.375rem; line-height: 2rem; }
.dates time small { display: block; margin-top: -4px; padding-bottom: 4px; font-size: 0.8125rem; line-height: 1.125rem; }
@media print { .dates time { border: 1px solid; } .dates time span { background: none; color: inherit; } }
@media (forced-colors: active) { .dates time { border: 1px solid; } }
mark { padding: 1px 4px; border-radius: 4px; background: #fdf1c4; color: #1f2a2e; font-weight: 600; }
.field > label:not(.choice), .field > legend { display: block; margin-bottom: 6px; padding: 0; font-weight: 600; }
.field > input, .field > select, .field > textarea { display: block; width: 100%; min-height: 50px; padding: 10px 14px; border: 2px solid var(--edge); border-radius: var(--corner); background: var(--ground); color: var(--ink); font: inherit; }
.field > [aria-invalid] { border-color: var(--red); }
fieldset.field { min-width: 0; border: 0; }
.hint { margin-bottom: 6px; color: var(--quiet); font-size: 0.9375rem; }
.wrong { margin-bottom: 6px; color: var(--red); font-weight: 600; }
.choices { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 150px), 1fr)); gap: 4px 16px; }
.choice { display: flex; align-items: center; gap: 12px; min-height: 44px; }
.choice input { flex: none; width: 26px; height: 26px; margin: 0; accent-color: var(--button); }
.choice + .hint { margin-inline-start: 38px; }
.choices:has(.hint) { grid-template-columns: 1fr; }
.problem { padding: 16px 20px; border: 3px solid var(--red); border-radius: var(--corner); }
.problem h2 { font: inherit; font-weight: 600; }
.problem ul { list-style: none; }
.problem a { color: var(--red); }
.contact { padding: 28px 20px; border-top: 1px solid var(--footer); background: var(--footer); color: var(--on-footer); text-align: center; }
.contact .name { font: var(--headings); font-size: 1.25rem; }
.contact a { color: inherit; }
.reach > * { display: block; }
.reach > .dot { display: none; }
.reach > a { padding: 10px 0; }
@media (min-width: 768px) {
.reach > *, .reach > .dot { display: inline; }
h1 { font-size: 2.75rem; }
.head { display: flex; align-items: stretch; justify-content: space-between; gap: 32px; padding-inline: max(20px, calc((100% - 1024px) / 2)); border-bottom: 6px solid var(--bar); }
.top { padding: 22px 0; border: 0; }
nav.pages { gap: 36px; border: 0; }
nav.pages a { display: flex; flex: none; align-items: center; padding: 5px 0 0; border-bottom-width: 5px; }
main { padding-block: 44px 64px; }
main > * + * { margin-top: 24px; }
.panel.across { display: flex; align-items: center; justify-content: space-between; gap: 24px; padding: 28px 32px; }
.panel.across > * + *, .panel.across .button { width: auto; margin-top: 0; }
}
@media screen and (prefers-color-scheme: dark) { .contact { border-top-color: var(--line); } }
@media (forced-colors: active) { mark { forced-color-adjust: none; background: Mark; color: MarkText; } nav.pages a[aria-current], .chips a[aria-current] { text-decoration: underline; } .panel, .said { border: 1px solid; } }
@media print { .pages, .chips, form, .panel, .button { display: none !important; } .contact { background: none; color: #000000; } main { padding: 12px 0; } }
`;
