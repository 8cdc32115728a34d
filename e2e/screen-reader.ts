import type { CDPSession, Page } from '@playwright/test';
import { expect } from './journey.ts';

/**
 * Plays a screen reader: says the focused element with the groups that the focus has entered, and the text of live regions. It
 * reads the browser's accessibility tree, and knows neither pixels nor elements.
 */

interface Node {
  readonly nodeId: string;
  readonly parentId?: string;
  readonly childIds?: readonly string[];
  readonly ignored: boolean;
  readonly role?: { readonly value?: unknown };
  readonly name?: { readonly value?: unknown };
  readonly description?: { readonly value?: unknown };
  readonly value?: { readonly value?: unknown };
  readonly properties?: readonly { readonly name: string; readonly value: { readonly value?: unknown } }[];
}
type Tree = ReadonlyMap<string, Node>;

/** The groups whose names are said when the focus enters them. */
const GROUPS = [
  'main',
  'complementary',
  'region',
  'dialog',
  'alertdialog',
  'group',
  'toolbar',
  'radiogroup',
  'navigation',
  'form',
  'Date',
  'InputTime',
];
const STATES = ['expanded', 'pressed', 'checked', 'required', 'invalid', 'disabled', 'selected'];

export class ScreenReader {
  /** All announcements, in order. */
  readonly log: string[] = [];
  /** The last announcement of the focus. */
  lastFocus = '';
  readonly #page: Page;
  readonly #devtools: CDPSession;
  #live = new Map<string, string>();

  private constructor(page: Page, devtools: CDPSession) {
    this.#page = page;
    this.#devtools = devtools;
  }

  static async on(page: Page): Promise<ScreenReader> {
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Accessibility.enable');
    return new ScreenReader(page, devtools);
  }

  /** Announces the focus: `button "Publish", in main "Canvas"`. */
  async focus(): Promise<string> {
    this.lastFocus = await this.#focus();
    return this.lastFocus;
  }

  async #focus(): Promise<string> {
    const tree = await this.#read();
    const focused = [...tree.values()].filter((node) => property(node, 'focused') === true);
    const node = focused.findLast((each) => roleOf(each) !== 'RootWebArea') ?? focused.at(-1);
    if (node === undefined) return 'nothing';
    const groups = ancestorsOf(tree, node)
      .filter((each) => GROUPS.includes(roleOf(each)) && nameOf(each) !== '')
      .map((each) => `in ${roleOf(each)} "${nameOf(each)}"`);
    const states = STATES.filter((state) => {
      const value = property(node, state);
      return value !== undefined && value !== false && value !== 'false';
    });
    const value = textOf(node.value?.value);
    return [
      `${roleOf(node)} "${nameOf(node)}"`,
      value && `value "${value}"`,
      ...states,
      textOf(node.description?.value),
      ...groups,
    ]
      .filter(Boolean)
      .join(', ');
  }

  /** Presses a key, and listens. */
  async press(key: string): Promise<string> {
    await this.#page.keyboard.press(key);
    const announced = await this.focus();
    this.log.push(`${key} → ${announced}`);
    return announced;
  }

  async type(words: string): Promise<void> {
    await this.#page.keyboard.type(words);
    this.log.push(`types “${words}”`);
  }

  /** Presses Tab until this is announced. Throws with all that was announced instead. */
  async tabTo(wanted: RegExp, key = 'Tab'): Promise<void> {
    const announced: string[] = [];
    for (let presses = 0; presses < 70; presses += 1) {
      const now = presses === 0 ? await this.focus() : await this.press(key);
      if (wanted.test(now)) return;
      announced.push(now);
    }
    throw new Error(`${key} leads to none that says ${wanted}, but to:\n${announced.join('\n')}`);
  }

  /** Waits until the focus moves there by itself, as after a dialog has opened. */
  async expectFocus(wanted: RegExp): Promise<void> {
    await expect.poll(() => this.focus(), { message: 'what the focus says' }).toMatch(wanted);
    this.log.push(`then ${await this.focus()}`);
  }

  /** Waits until a live region says this. */
  async hear(wanted: RegExp): Promise<void> {
    await expect
      .poll(
        async () => {
          await this.#read();
          return this.log.some((line) => line.startsWith('live: ') && wanted.test(line));
        },
        { message: `a live region says ${wanted}` },
      )
      .toBe(true);
  }

  async #read(): Promise<Tree> {
    const { nodes } = await this.#devtools.send('Accessibility.getFullAXTree');
    const tree: Tree = new Map(nodes.map((node) => [node.nodeId, node]));
    const live = new Map<string, string>();
    for (const node of tree.values()) {
      if (property(node, 'live') === undefined || property(node, 'live') === 'off') continue;
      const words = wordsIn(tree, node);
      live.set(node.nodeId, words);
      if (words !== '' && this.#live.get(node.nodeId) !== words) this.log.push(`live: ${words}`);
    }
    this.#live = live;
    return tree;
  }
}

function roleOf(node: Node): string {
  return textOf(node.role?.value);
}

function nameOf(node: Node): string {
  return textOf(node.name?.value);
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function property(node: Node, name: string): unknown {
  return node.properties?.find((each) => each.name === name)?.value.value;
}

function ancestorsOf(tree: Tree, node: Node): readonly Node[] {
  const parent = node.parentId === undefined ? undefined : tree.get(node.parentId);
  return parent === undefined ? [] : [parent, ...ancestorsOf(tree, parent)];
}

function wordsIn(tree: Tree, node: Node): string {
  if (roleOf(node) === 'StaticText') return nameOf(node);
  return (node.childIds ?? [])
    .map((id) => tree.get(id))
    .flatMap((child) => (child === undefined ? [] : [wordsIn(tree, child)]))
    .filter((words) => words !== '')
    .join(' ');
}
