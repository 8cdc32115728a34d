/**
 * Markup that is safe for the engine and the browser. It can only be made by the template tags below, which escape every
 * interpolated value for its context. All markup for readers is made this way.
 */
export class Markup {
  readonly #source: string;

  private constructor(source: string) {
    this.#source = source;
  }

  /**
   * Fills a template; use the tags `mjml` and `markup`. Throws `TypeError` for a value that its context does not allow.
   */
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
   * Trusts the engine's output without escaping. Only `page.ts` may call this (a test checks), because its input
   * comes from our own serialiser.
   */
  static fromEngine(output: string): Markup {
    return new Markup(output);
  }

  /** Text escaped as for an attribute: mrml repeats the text of some elements in attributes. */
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

/** Values for a template. Only strings and numbers are allowed in attributes. */
export type MarkupValue = Markup | string | number | null | undefined | false | readonly MarkupValue[];

/** The template tag for MJML. Every value is escaped for its context: text or a double-quoted attribute. */
export function mjml(strings: TemplateStringsArray, ...values: readonly MarkupValue[]): Markup {
  return Markup.write(strings, values);
}

/** The template tag for the HTML of newsletters. The escaping of `mjml` is correct for both. */
export const markup = mjml;

// Control characters (except white space) and non-characters: no text needs them, and parsers treat them differently.
const CONTROLS = /[^\P{Cc}\t\n\f\r]|\p{Noncharacter_Code_Point}/gu;
const SPACES = /[\t\n\f\r ]+/g;

// Anything but characters that are always clean, with single spaces: most texts have nothing else.
const MAY_BE_UNCLEAN = /[^\x20-\x7e\xa0-\ud7ff]| {2}/;

/** One line of text without control characters and lone surrogates, with white space collapsed. */
export function cleanText(text: string): string {
  if (!MAY_BE_UNCLEAN.test(text)) return text;
  return text.toWellFormed().replace(CONTROLS, '').replace(SPACES, ' ');
}

const TEXT_ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** Escapes text content. White space is collapsed, as HTML shows it that way and the two engines differ about it. */
export function escapeText(text: string): string {
  return cleanText(text).replace(/[&<>"]/g, (character) => TEXT_ESCAPES[character] ?? '');
}

/**
 * Escapes the value of a double-quoted attribute. mrml 1.6.1 corrupts non-ASCII characters, quotes and backslashes
 * there, which could create event handlers, so all of them become numeric references.
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
  throw new TypeError('Only strings and numbers are allowed in an attribute');
}

type Context = 'text' | 'attribute';
const known = new WeakMap<TemplateStringsArray, readonly Context[]>();

/** The context of each value of a template. Templates are scanned once and cached. */
function contextsOf(strings: TemplateStringsArray): readonly Context[] {
  const remembered = known.get(strings);
  if (remembered) return remembered;
  const contexts: Context[] = [];
  let place: 'text' | 'tag' | 'attribute' = 'text';
  for (const part of strings.slice(0, -1)) {
    for (const character of part) place = nextPlace(place, character);
    if (place === 'tag')
      throw new TypeError(`A value is only allowed in text or in a quoted attribute: ${part}`);
    contexts.push(place);
  }
  known.set(strings, contexts);
  return contexts;
}

function nextPlace(place: 'text' | 'tag' | 'attribute', character: string): 'text' | 'tag' | 'attribute' {
  if (place === 'text') return character === '<' ? 'tag' : 'text';
  if (character === '"') return place === 'tag' ? 'attribute' : 'tag';
  if (place === 'tag' && character === "'") throw new TypeError('Attributes need double quotes');
  return place === 'tag' && character === '>' ? 'text' : place;
}
