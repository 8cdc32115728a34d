/**
 * What the pages say about whoever runs the program. It comes with every page of the server, as JSON in the element
 * `#product`; in pages that were rendered at the build, marks stand in its place. Without zod: the landing page shows
 * it and does not load it.
 */
export const PRODUCT_DEFAULTS = {
  name: 'Inkwell',
  contactEmail: 'hello@inkwell.example',
  contactPhone: '020 7946 0958',
  socialUrl: 'https://www.linkedin.com/company/inkwell-newsletters',
  operatorName: 'Inkwell',
  operatorAddress: '1 Quill Lane, London',
} as const;

/** The configured facts. */
export type ProductFacts = Readonly<Record<keyof typeof PRODUCT_DEFAULTS, string>>;
/** With what the pages make of them: nothing is computed from a mark. */
export type Product = ProductFacts & Readonly<Record<'dial' | 'socialHost' | 'year', string>>;

/** The facts as the pages use them, in this year. */
export function productOf(facts: ProductFacts, now: Date): Product {
  return {
    ...facts,
    dial: facts.contactPhone.replace(/[^+\d]/g, ''),
    socialHost: /^https:\/\/(?:www\.)?([^/?#]+)/.exec(facts.socialUrl)?.[1] ?? facts.socialUrl,
    year: String(now.getFullYear()),
  };
}

/** In a page rendered at the build: a mark in the place of each fact. */
export const PRODUCT_MARKS: Product = {
  name: '{{name}}',
  contactEmail: '{{contactEmail}}',
  contactPhone: '{{contactPhone}}',
  socialUrl: '{{socialUrl}}',
  operatorName: '{{operatorName}}',
  operatorAddress: '{{operatorAddress}}',
  dial: '{{dial}}',
  socialHost: '{{socialHost}}',
  year: '{{year}}',
};
