import { withoutAddresses } from '#contract/fields.ts';
import type { Config } from '#server/config.ts';

/** Words of a mail. `say` makes them. */
export class Words {
  readonly #text: string;
  constructor(text: string) {
    this.#text = text;
  }
  toString(): string {
    return this.#text;
  }
}

/** A template tag for what a mail says. Values are typed by somebody: none becomes a link, except for `Words`. */
export function say(parts: TemplateStringsArray, ...values: readonly (string | number | Words)[]): Words {
  return new Words(String.raw({ raw: parts }, ...values.map(written)));
}

function written(value: string | number | Words): string {
  return value instanceof Words ? value.toString() : withoutAddresses(String(value));
}

/** Words that may hold an address: of the program itself, or the message that a mail is there for. */
export function asTyped(text: string): Words {
  return new Words(text);
}

/** What mails say of the program. */
export interface ProductWords {
  readonly publicUrl: string;
  readonly product: { readonly name: Words; readonly operatorName: Words; readonly contactEmail: Words };
}

/** The operator's own words for mails. */
export function productWords({ publicUrl, product }: Config): ProductWords {
  const { name, operatorName, contactEmail } = product;
  return {
    publicUrl,
    product: {
      name: asTyped(name),
      operatorName: asTyped(operatorName),
      contactEmail: asTyped(contactEmail),
    },
  };
}
