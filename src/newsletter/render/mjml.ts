/**
 * Markup that is safe to hand to the engine or the browser: it can only be made by the template tag below, which
 * escapes every interpolated value for the place where it stands. Nothing reaches a reader by another way.
 */
export class Markup {
  readonly #source: string;

  private constructor(source: string) {
    this.#source = source;
  }

  /** Writes a template; use the tags `mjml` and `html`. Throws `TypeError` for a value in a place that can't take it. */
  static write(strings: TemplateStringsArray, values: readonly MarkupValue[]): Markup {
    const contexts = contextsOf(strings);
    let source = strings[0] ?? '';
    for (const [index, value] of values.entries()) {
      source += contexts[index] === 'attribute' ? attributeText(value) : Markup.#content(value);
      source += strings[index + 1] ?? '';
    }
    return new Markup(source);
  }

  /**
   * Takes what the engine has made as it is. Only `page.ts` may call this (a test watches), because its input is
   * output of our own serialiser.
   */
  static fromEngine(output: string): Markup {
    return new Markup(output);
  }

  /** Text in characters that are safe in an attribute too: mrml repeats some elements' text in attributes. */
  static ascii(text: string): Markup {
    return new Markup(escapeAttribute(cleanText(text).trim()));
  }

  static #content(value: MarkupValue): string {
    if (value instanceof Markup) return value.#source;
    if (typeof value === 'string') return escapeText(value);
    if (typeof value === 'number') return String(value);
    if (value === null || value === undefined || value === false) return '';
    return value.map((item) => Markup.#content(item)).join('');
  }

  toString(): string {
    return this.#source;
  }
}

/** What a template takes: lists, and nothing at all, only in text; text and numbers also in attributes. */
export type MarkupValue = Markup | string | number | null | undefined | false | readonly MarkupValue[];

/** MJML by template; every value is escaped for its place (text or double-quoted attribute). */
export function mjml(strings: TemplateStringsArray, ...values: readonly MarkupValue[]): Markup {
  return Markup.write(strings, values);
}

/** HTML by template, escaped in the same way, which is correct for both. */
export const html = mjml;

// What no text needs, and what parsers read differently or refuse: controls (but tab and line ends), non-characters.
const CONTROLS = /[^\P{Cc}\t\n\f\r]|\p{Noncharacter_Code_Point}/gu;
const SPACES = /[\t\n\f\r ]+/g;

/** One line of readable text: no control characters, no half characters, white space collapsed. */
export function cleanText(text: string): string {
  return text.toWellFormed().replace(CONTROLS, '').replace(SPACES, ' ');
}

const TEXT_ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** Text content; white space is collapsed, as HTML shows it anyway and the two engines differ about it. */
export function escapeText(text: string): string {
  return cleanText(text).replace(/[&<>"]/g, (character) => TEXT_ESCAPES[character] ?? '');
}

/**
 * The inside of a double-quoted attribute. mrml 1.6.1 corrupts non-ASCII characters, quotes and backslashes there and
 * can thereby create event handlers, so all of them are written as numeric references.
 */
export function escapeAttribute(text: string): string {
  return cleanText(text).replace(
    /[^\x20-\x7e]|[&"<>'\\`]/gu,
    (character) => `&#${character.codePointAt(0)};`,
  );
}

function attributeText(value: MarkupValue): string {
  if (typeof value === 'string') return escapeAttribute(value);
  if (typeof value === 'number') return String(value);
  throw new TypeError('Only text and numbers may stand in an attribute');
}

type Context = 'text' | 'attribute';
const known = new WeakMap<TemplateStringsArray, readonly Context[]>();

/** Where each value of a template stands. A template is scanned once and remembered. */
function contextsOf(strings: TemplateStringsArray): readonly Context[] {
  const remembered = known.get(strings);
  if (remembered) return remembered;
  const contexts: Context[] = [];
  let place: 'text' | 'tag' | 'attribute' = 'text';
  for (const part of strings.slice(0, -1)) {
    for (const character of part) place = nextPlace(place, character);
    if (place === 'tag')
      throw new TypeError(`A value may stand in text or in a quoted attribute only: ${part}`);
    contexts.push(place);
  }
  known.set(strings, contexts);
  return contexts;
}

function nextPlace(place: 'text' | 'tag' | 'attribute', character: string): 'text' | 'tag' | 'attribute' {
  if (place === 'text') return character === '<' ? 'tag' : 'text';
  if (character === '"') return place === 'tag' ? 'attribute' : 'tag';
  if (place === 'tag' && character === "'") throw new TypeError('Attributes are written with double quotes');
  return place === 'tag' && character === '>' ? 'text' : place;
}
