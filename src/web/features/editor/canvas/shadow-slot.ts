import type { Fragment } from '#newsletter/render/compile.ts';

/**
 * A shadow root that shows what the engine drew. Styles of the app don't reach in, the newsletter's don't leak out, and
 * a change touches only what differs: pictures are not loaded again at each keystroke.
 */

// What the public page says about a newsletter, besides the engine's own rules (see page.ts of the newsletter).
const PAGE_RULES = `
:host { all: initial; display: block; contain: layout style; color-scheme: only light; -webkit-text-size-adjust: 100%; }
img, video { max-width: 100%; }
h2, h3, h4 { text-wrap: balance; }
p { text-wrap: pretty; }
`;

/** The root of a host, made at the first call. Clonable, so that it goes along when its host is copied. */
export function shadowOf(host: HTMLElement): ShadowRoot {
  if (host.shadowRoot !== null) return host.shadowRoot;
  const root = host.attachShadow({ mode: 'open', clonable: true });
  root.append(document.createElement('style'), document.createElement('div'));
  return root;
}

/** Shows a fragment, changing only what differs from what is shown. */
export function showFragment(root: ShadowRoot, { styles, body }: Fragment): void {
  const { firstElementChild: style, lastElementChild: shown } = root;
  if (style === null || shown === null) return;
  // The rules of a block hardly ever change.
  if (rulesIn.get(root) !== styles) {
    style.textContent = PAGE_RULES + rulesForSheet(styles);
    rulesIn.set(root, styles);
  }
  const wanted = document.createElement('template');
  // Only output of the engine over our own serialiser gets here; scripts in it would not run in any case.
  wanted.innerHTML = body;
  morphChildren(shown, wanted.content);
}

/** The engine's rules in a root, as they came. */
const rulesIn = new WeakMap<ShadowRoot, string>();

/** The words that are shown, pictures' included, in one line; as many as it takes to know a block again. */
export function wordsOf(root: ShadowRoot): string {
  const shown = root.lastElementChild;
  if (shown === null) return '';
  const walker = document.createTreeWalker(shown, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  let words = '';
  while (words.length < WORDS_ENOUGH && walker.nextNode()) {
    const node = walker.currentNode;
    const part =
      node instanceof HTMLImageElement ? node.alt : node.nodeType === Node.TEXT_NODE ? node.nodeValue : '';
    words = `${words} ${part}`.replace(/\s+/g, ' ').trim();
  }
  return words.slice(0, WORDS_ENOUGH);
}

/** In characters. */
const WORDS_ENOUGH = 120;

// Phones are told by the width of the sheet, not of the window: the phone view is narrow on a wide screen.
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

/** Makes a node like another one; false where it has to be replaced. */
function morphNode(shown: ChildNode, wanted: ChildNode): boolean {
  if (shown.nodeName !== wanted.nodeName) return false;
  if (shown instanceof Element && wanted instanceof Element) {
    // A film that is shown keeps its place in the file it was made from.
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
