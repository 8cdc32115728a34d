/** HTML that is safe to insert into a page. */
export class Html {
  readonly #markup: string;
  constructor(markup: string) {
    this.#markup = markup;
  }
  toString(): string {
    return this.#markup;
  }
}

type Value = string | number | Html | readonly Html[];

/** A template tag that escapes every value except `Html`. Attributes must be quoted. */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  return new Html(String.raw({ raw: parts }, ...values.map(written)));
}

function written(value: Value): string {
  if (value instanceof Html) return value.toString();
  return typeof value === 'object' ? value.join('') : escaped(String(value));
}

const ENTITIES = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
]);

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES.get(character) ?? '');
}

/** Fills in the `{name}`s of a sentence of `src/newsletter/words`; everything except `Html` is escaped. */
export function filled(sentence: string, given: Readonly<Record<string, string | Html>>): readonly Html[] {
  return sentence.split(/(\{\w+\})/).map((part) => {
    const value = part.startsWith('{') ? given[part.slice(1, -1)] : undefined;
    return value === undefined ? html`${part}` : html`${value}`;
  });
}
