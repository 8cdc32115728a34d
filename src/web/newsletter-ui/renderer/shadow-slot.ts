import type { Fragment } from '#newsletter/render/fragment.ts';

/**
 * A shadow root that shows the engine's output. It isolates the app's styles from the newsletter's, and updates only
 * what differs, so that pictures are not reloaded at each keystroke.
 */

// The public page's own rules, besides the engine's (see `src/newsletter/render/page.ts`).
const PAGE_RULES = `
:host { all: initial; display: block; contain: layout style; color-scheme: only light; -webkit-text-size-adjust: 100%; }
img, video { max-width: 100%; }
h2, h3, h4 { text-wrap: balance; }
p { text-wrap: pretty; }
.ink-printed { display: none; }
[data-field] { visibility: var(--field-visibility, visible); }
`;

/** The shadow root of a host, created at the first call. Clonable: copying the host copies it. */
export function shadowOf(host: HTMLElement): ShadowRoot {
  if (host.shadowRoot !== null) return host.shadowRoot;
  const root = host.attachShadow({ mode: 'open', clonable: true });
  root.append(document.createElement('style'), document.createElement('div'));
  return root;
}

/** Shows a fragment, updating only what differs. */
export function showFragment(root: ShadowRoot, { styles, body }: Fragment): void {
  const { firstElementChild: style, lastElementChild: shown } = root;
  if (style === null || shown === null) return;
  // The rules of a block hardly ever change.
  if (shownRules.get(root) !== styles) {
    style.textContent = PAGE_RULES + rulesForSheet(styles);
    shownRules.set(root, styles);
  }
  const wanted = document.createElement('template');
  // The input comes from the engine and our own serialiser; scripts in a template's content do not run in any case.
  wanted.innerHTML = body;
  // The newsletter is only read here: Tab skips its links and films.
  for (const each of wanted.content.querySelectorAll('a, audio, video')) each.setAttribute('tabindex', '-1');
  morphChildren(shown, wanted.content);
}

/** The unmodified rules that each root shows. */
const shownRules = new WeakMap<ShadowRoot, string>();

/** The visible text and alternative texts in one line, at most `MAX_WORDS_LENGTH` characters, to name a block. */
export function shownWords(root: ShadowRoot): string {
  const shown = root.lastElementChild;
  if (shown === null) return '';
  const walker = document.createTreeWalker(shown, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  let words = '';
  let line: Element | null = null;
  while (words.length < MAX_WORDS_LENGTH && walker.nextNode()) {
    const node = walker.currentNode;
    if (node instanceof HTMLImageElement) words += ` ${node.alt} `;
    else if (node instanceof HTMLBRElement) words += ' ';
    else if (node.nodeType === Node.TEXT_NODE) {
      const own = lineAround(node);
      words += own === line ? node.nodeValue : ` ${node.nodeValue}`;
      line = own;
    }
    words = words.replace(/\s+/g, ' ').trimStart();
  }
  return words.slice(0, MAX_WORDS_LENGTH).trimEnd();
}

/** The elements that may begin and end in the middle of a word, or before a full stop. */
const INLINE = 'a, b, code, em, i, mark, s, small, span, strong, sub, sup, u';

function lineAround(text: Node): Element | null {
  let around = text.parentElement;
  while (around?.matches(INLINE)) around = around.parentElement;
  return around;
}

const MAX_WORDS_LENGTH = 120;

// Media queries become container queries: the phone view is narrow on a wide screen.
function rulesForSheet(styles: string): string {
  return styles.replace(/@media only screen and (?=\((?:min|max)-width:)/g, '@container ');
}

function morphChildren(shown: Node, wanted: Node): void {
  let current = shown.firstChild;
  let next = wanted.firstChild;
  while (next !== null) {
    const following = next.nextSibling;
    if (current === null) shown.appendChild(next);
    else {
      const after = current.nextSibling;
      if (!morphNode(current, next)) shown.replaceChild(next, current);
      current = after;
    }
    next = following;
  }
  while (current !== null) {
    const after = current.nextSibling;
    current.remove();
    current = after;
  }
}

/** Updates a node to match another one; false if it has to be replaced. */
function morphNode(shown: ChildNode, wanted: ChildNode): boolean {
  if (shown.nodeName !== wanted.nodeName) return false;
  if (shown instanceof Element && wanted instanceof Element) {
    // A video keeps its playback position when its source changes, so it is replaced.
    if (shown.nodeName === 'VIDEO' && shown.getAttribute('src') !== wanted.getAttribute('src')) return false;
    morphAttributes(shown, wanted);
    morphChildren(shown, wanted);
    return true;
  }
  if (shown.nodeValue !== wanted.nodeValue) shown.nodeValue = wanted.nodeValue;
  return true;
}

function morphAttributes(shown: Element, wanted: Element): void {
  for (const { name, value } of wanted.attributes) {
    if (shown.getAttribute(name) !== value) shown.setAttribute(name, value);
  }
  for (const { name } of [...shown.attributes]) if (!wanted.hasAttribute(name)) shown.removeAttribute(name);
}
