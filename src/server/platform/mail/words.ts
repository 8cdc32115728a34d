import { withoutAddresses } from '#contract/fields.ts';
import type { Config } from '#server/config.ts';

/** Words of a mail, made by `say`. */
export class Words {
  readonly #text: string;
  constructor(text: string) {
    this.#text = text;
  }
  toString(): string {
    return this.#text;
  }
}

/** A template tag for a mail's words. People typed the values: only those that are `Words` can become links. */
export function say(parts: TemplateStringsArray, ...values: readonly (string | number | Words)[]): Words {
  return new Words(String.raw({ raw: parts }, ...values.map(written)));
}

function written(value: string | number | Words): string {
  return value instanceof Words ? value.toString() : withoutAddresses(String(value));
}

/** Words that may contain an address: the program's own, or the message that the mail delivers. */
export function asTyped(text: string): Words {
  return new Words(text);
}

/** The operator's words that mails use. */
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
