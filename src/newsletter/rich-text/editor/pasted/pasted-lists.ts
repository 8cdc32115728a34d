import { numberOf } from './list-marks.ts';

/** An item as its program writes it, not yet in a list of its level. */
interface Item {
  /** The element that the item replaces. */
  readonly element: HTMLElement;
  /** From 1. */
  readonly level: number;
  /** The id of its list in the document; null if it has none. */
  readonly list: string | null;
  readonly isNumbered: boolean;
  /** Null for a bullet, and if only the position in the list counts. */
  readonly number: number | null;
}
/** A list that the next item may continue. */
interface OpenList {
  readonly element: HTMLElement;
  readonly list: string | null;
  level: number;
  /** The number of its last item. */
  last: number;
}

/** Makes lists of the elements that Word, and Word for the web, use instead. */
export function makeLists(body: HTMLElement): void {
  makeWordLists(body);
  makeWebLists(body);
  raiseNestedLists(body);
}

const LIST_PARAGRAPH = /mso-list:\s*(l\d+)\s+level(\d+)(?:\s+(lfo\d+))?/i;
const MARK = /mso-list:\s*Ignore/i;

// Word's items are paragraphs with their mark as text.
function makeWordLists(body: HTMLElement): void {
  const lists = new Lists();
  for (const element of body.querySelectorAll<HTMLElement>('p, h1, h2, h3, h4, h5, h6')) {
    const [, list, depth, override = ''] = LIST_PARAGRAPH.exec(element.getAttribute('style') ?? '') ?? [];
    if (depth === undefined) {
      addFiltered(lists, element);
      continue;
    }
    const marks = [...element.querySelectorAll('[style*="mso-list" i]')].filter((mark) =>
      MARK.test(mark.getAttribute('style') ?? ''),
    );
    const level = Number(depth);
    const number = numberOf(marks[0]?.textContent ?? '', lists.lastBefore(element, level));
    for (const mark of marks) mark.remove();
    lists.add({ element, level, list: `${list} ${override}`, isNumbered: number !== null, number });
  }
}

// In a web page that Word has saved 'filtered', only the appearance is left: a mark, a gap in small type, and the indentation.
function addFiltered(lists: Lists, element: HTMLElement): void {
  const gap = [...element.querySelectorAll('span[style*="font:7" i]')].find(
    (span) => span.textContent.trim() === '',
  );
  const indent = Number.parseFloat(element.style.textIndent);
  if (gap === undefined || !(indent < 0)) return;
  const before = element.ownerDocument.createRange();
  before.setStart(element, 0);
  before.setEndAfter(gap);
  const mark = before.toString().trim();
  if (mark === '' || mark.length > MARK_MAX) return;
  const level = Math.max(1, Math.round(pointsOf(element.style.marginLeft) / LEVEL_POINTS));
  const number = numberOf(mark, lists.lastBefore(element, level));
  before.deleteContents();
  lists.add({ element, level, list: null, isNumbered: number !== null, number });
}

const MARK_MAX = 10;
/** Word indents each level by half an inch. */
const LEVEL_POINTS = 36;
const POINTS: ReadonlyMap<string, number> = new Map([
  ['pt', 1],
  ['in', 72],
  ['cm', 72 / 2.54],
  ['mm', 72 / 25.4],
  ['px', 0.75],
]);

function pointsOf(length: string): number {
  const [, number = '', unit = ''] = /^([\d.]+)([a-z]+)$/.exec(length) ?? [];
  return Number(number) * (POINTS.get(unit) ?? 0);
}

const WEB_LIST = ':is(.ListContainerWrapper > *, [class*="ListStyle"]):is(ul, ol)';

// Word for the web writes each item as a list of its own.
function makeWebLists(body: HTMLElement): void {
  const lists = new Lists();
  for (const list of body.querySelectorAll<HTMLElement>(WEB_LIST)) {
    const around = list.parentElement;
    if (around?.matches('div') === true && around.childElementCount === 1) around.replaceWith(list);
    const start = Number(list.getAttribute('start') ?? Number.NaN);
    const items = [...list.children].filter((child) => child instanceof HTMLElement);
    list.replaceWith(...items);
    for (const [at, element] of items.entries()) {
      const level =
        Number(element.getAttribute('data-aria-level') ?? element.getAttribute('aria-level')) || 1;
      const isNumbered = list.matches('ol');
      const number = isNumbered && start >= 1 ? start + at : null;
      lists.add({ element, level, list: element.getAttribute('data-listid'), isNumbered, number });
    }
  }
}

/** The lists open after the last item, outermost first. */
class Lists {
  #open: OpenList[] = [];

  /** The number of the previous item on the same level; 0 if there is none. */
  lastBefore(element: HTMLElement, level: number): number {
    return this.#isNext(element) ? (this.#open.find((list) => list.level === level)?.last ?? 0) : 0;
  }

  add(item: Item): void {
    const { element, level, number } = item;
    if (!this.#isNext(element)) this.#open = [];
    const [top] = this.#open;
    // A list that begins inside a nested one continues above it.
    if (top !== undefined && top.level > level && goesOn(top, item)) top.level = level;
    this.#open = this.#open.filter(
      (list) => list.level < level || (list.level === level && goesOn(list, item)),
    );
    const last = this.#open.at(-1);
    const list = last?.level === level ? last : this.#newList(item);
    const entry = element.ownerDocument.createElement('li');
    entry.append(...element.childNodes);
    list.element.append(entry);
    list.last = number ?? list.last + 1;
    element.remove();
  }

  #isNext(element: HTMLElement): boolean {
    return this.#open[0] !== undefined && element.previousElementSibling === this.#open[0].element;
  }

  // A nested list goes into the last item of the innermost open list; a top-level one replaces its first item.
  #newList({ element, level, list, isNumbered, number }: Item): OpenList {
    const made = element.ownerDocument.createElement(isNumbered ? 'ol' : 'ul');
    if (number !== null && number > 1) made.setAttribute('start', String(number));
    const parent = this.#open.at(-1)?.element;
    if (parent === undefined) element.before(made);
    else (parent.lastElementChild ?? parent).append(made);
    const open = { element: made, list, level, last: 0 };
    this.#open.push(open);
    return open;
  }
}

// A number that is not above the last one begins a new list.
function goesOn(open: OpenList, { list, isNumbered, number }: Item): boolean {
  if (open.element.matches('ol') !== isNumbered) return false;
  return number === open.last + 1 || (open.list === list && (number === null || number > open.last));
}

/**
 * Moves a list without words before it in its item into the previous item. Google Docs writes it beside its item. If
 * the selection begins within a nested list there is no such item, and the list stays separate.
 */
function raiseNestedLists(body: HTMLElement): void {
  for (const list of body.querySelectorAll(':is(ul, ol, li) > :is(ul, ol)')) {
    const item = list.parentElement?.matches('li') === true ? list.parentElement : null;
    if (item !== null && hasWordsBefore(list)) continue;
    const place = item ?? list;
    const outer = place.parentElement;
    if (outer === null) continue;
    const previous = place.previousElementSibling;
    if (previous?.matches('li') === true) previous.append(list);
    else if (outer.matches(list.localName)) {
      place.before(...list.childNodes);
      list.remove();
    } else if (outer.matches('ul, ol')) outer.before(list);
  }
}

function hasWordsBefore(list: Element): boolean {
  for (let node = list.previousSibling; node !== null; node = node.previousSibling)
    if (node.textContent?.trim() !== '') return true;
  return false;
}
