import { changedWords } from '#newsletter/changes/changed-words.ts';

/** Marks words in the engine's output for a block: inserted ones as `ins`, removed ones as `del`. */

/** The later body with the differences of its words from the earlier one. */
export function markChangedWords(earlier: string, later: string): string {
  const body = parse(later);
  const runs = textRuns(body);
  const edits = editsBetween(joined(textRuns(parse(earlier))), joined(runs));
  // From the end, so that the places before an edit stay valid.
  for (const edit of edits.toReversed()) {
    if (edit.kind === 'added') markAdded(runs, edit);
    else insertRemoved(body, runs, edit);
  }
  return serialised(body);
}

/** The body with all of its words struck through. */
export function strikeWords(body: string): string {
  const fragment = parse(body);
  for (const { node } of textRuns(fragment)) wrap(node, 'del').setAttribute('data-whole', '');
  return serialised(fragment);
}

// As high as the letters: a taller background would cover the descenders of the line above.
const ground = (colour: string) => `linear-gradient(${colour}, ${colour}) center / 100% 1.1em no-repeat`;

/** The rules of the marks. The paper is light in both themes. */
export const MARK_RULES = `
ins, del { border-radius: 3px; padding: 0 2px; margin: 0 -2px; box-decoration-break: clone; -webkit-box-decoration-break: clone; }
ins { background: ${ground('#e4f5fc')}; color: #0a5876; font-weight: 700; text-decoration: underline 2px; text-underline-offset: 2px; }
del { background: ${ground('#fdecea')}; color: #b42318; text-decoration: line-through 1.5px; }
del[data-whole] { background: none; color: inherit; padding: 0; margin: 0; }
`;

interface TextRun {
  readonly node: Text;
  /** The run's offset in the joined text. */
  readonly start: number;
  readonly end: number;
}
interface Edit {
  readonly kind: 'added' | 'removed';
  readonly text: string;
  /** The edit's offset in the later text. */
  readonly at: number;
}

function parse(body: string): DocumentFragment {
  const template = document.createElement('template');
  template.innerHTML = body;
  return template.content;
}

function serialised(fragment: DocumentFragment): string {
  const template = document.createElement('template');
  template.content.append(fragment);
  return template.innerHTML;
}

// The elements that begin a new line. The engine lays out tables in cells.
const LINES = 'p, div, td, th, li, h1, h2, h3, h4, h5, h6, figcaption, blockquote';
const UNREAD = 'style, script, title, template';

/** The visible text nodes, in order. The joined text has a line break between those of different lines. */
function textRuns(fragment: DocumentFragment): readonly TextRun[] {
  const walker = document.createTreeWalker(fragment, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  const runs: TextRun[] = [];
  let length = 0;
  let line: Element | null = null;
  let isBroken = false;
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (node.nodeName === 'BR') isBroken = true;
    if (!(node instanceof Text) || node.data.trim() === '' || node.parentElement?.closest(UNREAD)) continue;
    node.data = node.data.replace(/\s+/g, ' ');
    const own = node.parentElement?.closest(LINES) ?? null;
    if (runs.length > 0 && (own !== line || isBroken)) length += 1;
    [line, isBroken] = [own, false];
    runs.push({ node, start: length, end: length + node.data.length });
    length += node.data.length;
  }
  return runs;
}

function joined(runs: readonly TextRun[]): string {
  return runs
    .map(({ node, start }, index) => (start === (runs[index - 1]?.end ?? 0) ? '' : '\n') + node.data)
    .join('');
}

function editsBetween(earlier: string, later: string): Edit[] {
  let at = 0;
  return changedWords(earlier, later).flatMap(({ kind, text }) => {
    const start = at;
    if (kind !== 'removed') at += text.length;
    return kind === 'same' || text.trim() === '' ? [] : [{ kind, text, at: start }];
  });
}

function markAdded(runs: readonly TextRun[], { at, text }: Edit): void {
  const end = at + text.trimEnd().length;
  for (const run of runs.toReversed()) {
    const [from, to] = [Math.max(at, run.start), Math.min(end, run.end)];
    if (from >= to) continue;
    run.node.splitText(to - run.start);
    const words = run.node.splitText(from - run.start);
    if (words.data.trim() !== '') wrap(words, 'ins');
  }
}

function insertRemoved(body: DocumentFragment, runs: readonly TextRun[], { at, text }: Edit): void {
  const mark = document.createElement('del');
  for (const [index, line] of text.trim().split('\n').entries()) {
    if (index > 0) mark.append(document.createElement('br'));
    mark.append(line.trim());
  }
  const run = runs.find(({ start, end }) => start < at && at <= end) ?? runs.find(({ start }) => start >= at);
  if (run === undefined) {
    (runs.at(-1)?.node.parentElement ?? body).append(' ', mark);
    return;
  }
  const rest = run.node.splitText(Math.max(0, at - run.start));
  const isApart = /\s$/.test(run.node.data) || run.node.data === '';
  rest.before(isApart ? '' : ' ', mark, ' ');
}

function wrap(node: Text, name: 'ins' | 'del'): HTMLElement {
  const mark = document.createElement(name);
  node.replaceWith(mark);
  mark.append(node);
  return mark;
}
