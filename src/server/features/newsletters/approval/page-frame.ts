import { Html } from '#server/platform/http/html.ts';
import { plainPage } from '#server/platform/http/page/plain-page.ts';

/** The document around the pages of a mailed link: the product's own colours, for staff. */

/** `kind`: `reading` fills the screen with the newsletter. */
export function document(title: string, content: Html, kind: 'reading' | 'words' = 'words'): Html {
  return plainPage({ title, styles: STYLES, kind, body: content });
}

// On low screens everything scrolls as one; otherwise little of the newsletter would be visible.
const STYLES = new Html(`
:root { --button: #16243d; --on-button: #ffffff; --link: #0b6a8f; --red: #b42318; --edge: #6b7688; }
@media (prefers-color-scheme: dark) { :root { --button: #eef1f6; --on-button: #16243d; --link: #7fd4f3; --red: #ffb4ab; --edge: #8a96ab; } }
h1, p, ul, form { margin: 0; }
a { color: var(--link); font-weight: 600; text-underline-offset: 3px; }
.words main { max-width: 520px; margin: 8vh auto; padding: 40px; background: var(--card); border-radius: 12px; box-shadow: 0 0 0 1px rgb(22 36 61 / 6%), 0 16px 40px -12px rgb(22 36 61 / 18%); }
.words h1 { margin-bottom: 8px; font: 600 1.875rem/1.2 'Literata Variable', Georgia, serif; text-wrap: balance; }
.words p + p, .words ul, .words ul + p, .words form { margin-top: 16px; }
.words p + h1 { margin-top: 20px; }
.words p { color: var(--quiet); }
.words .said { padding-inline-start: 16px; border-inline-start: 3px solid var(--line); color: var(--ink); white-space: pre-line; }
.words ul { padding-inline-start: 20px; }
.words .way { margin-top: 24px; }
.disc { display: grid; place-items: center; width: 80px; height: 80px; margin: 0 auto 28px; border-radius: 50%; background: #34c3ee; color: #16243d; }
.disc.again { background: #ffc408; }
.disc svg { width: 28px; height: 28px; fill: none; stroke: currentcolor; stroke-width: 2; stroke-linecap: round; stroke-linejoin: round; }
main.middle { text-align: center; }
main.middle .said { text-align: start; }
main.middle ul { width: fit-content; max-width: 100%; margin-inline: auto; text-align: start; }
.reading ul { padding-inline-start: 20px; color: var(--quiet); }
button, .button { display: inline-flex; align-items: center; justify-content: center; min-height: 48px; padding: 10px 24px; border: 1px solid var(--button); border-radius: 10px; background: var(--button); color: var(--on-button); font: inherit; font-weight: 600; text-decoration: none; cursor: pointer; }
.button.quiet { border-color: var(--line); background: none; color: var(--ink); }
:is(a, button, select, textarea, .message):focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
label { display: block; margin: 20px 0 6px; font-weight: 600; }
select, textarea { width: 100%; min-height: 50px; padding: 10px 14px; border: 1px solid var(--edge); border-radius: 10px; background: var(--card); color: var(--ink); font: inherit; }
textarea { min-height: 160px; resize: vertical; }
.words .wrong { color: var(--red); font-weight: 600; }
.reading { display: flex; flex-direction: column; height: 100vh; height: 100dvh; }
.reading header { padding: 10px 16px; border-bottom: 1px solid var(--line); background: var(--card); }
.reading header div { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 16px; }
.reading h1 { font: inherit; font-weight: 650; }
.reading header p { color: var(--quiet); white-space: pre-line; }
.back { display: inline-flex; align-items: center; gap: 8px; min-height: 44px; }
.back svg { width: 20px; height: 20px; fill: none; stroke: currentcolor; stroke-width: 2; stroke-linecap: round; stroke-linejoin: round; }
.reading header .message { max-height: 5.6em; overflow: auto; }
.reading main { display: flex; flex: 1; flex-direction: column; min-height: 0; }
.reading iframe { flex: 1; width: 100%; min-height: 0; border: 0; background: #ffffff; }
.reading .bar { display: flex; justify-content: flex-end; gap: 10px; padding: 12px 16px calc(12px + env(safe-area-inset-bottom)); border-top: 1px solid var(--line); background: var(--card); }
@media (max-width: 620px) { body.words { background: var(--card); } .words main { margin: 0; padding: 40px 20px; border-radius: 0; box-shadow: none; } .words .button, .words button, .bar > * { width: 100%; } .bar button { width: 100%; } .reading .bar .button, .reading .bar button { padding-inline: 8px; } }
@media (max-height: 30em) { .reading { height: auto; } .reading header .message { max-height: none; } .reading iframe { flex: none; height: 95vh; height: 95dvh; } }
@media (min-width: 621px) { .bar > * { min-width: 200px; } .bar button { width: 100%; } }
`);
