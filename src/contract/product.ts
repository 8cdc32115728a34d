/**
 * Facts about the operator, shown on the pages. The server puts them into every page as JSON in `#product`; pages
 * prerendered at build time hold placeholders. No zod here: the landing page uses this and must not load it.
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
/** The facts and the values derived from them. They are derived here, because nothing can be derived from a placeholder. */
export type Product = ProductFacts & Readonly<Record<'dial' | 'socialHost' | 'year' | 'url', string>>;

/** Adds the derived facts; `now` gives the copyright year, `url` is the public address. */
export function deriveProduct(facts: ProductFacts, now: Date, url: string): Product {
  return {
    ...facts,
    dial: facts.contactPhone.replace(/[^+\d]/g, ''),
    socialHost: /^https:\/\/(?:www\.)?([^/?#]+)/.exec(facts.socialUrl)?.[1] ?? facts.socialUrl,
    year: String(now.getFullYear()),
    url,
  };
}

/** The placeholders in pages prerendered at build time. */
export const PRODUCT_PLACEHOLDERS: Product = {
  name: '{{name}}',
  contactEmail: '{{contactEmail}}',
  contactPhone: '{{contactPhone}}',
  socialUrl: '{{socialUrl}}',
  operatorName: '{{operatorName}}',
  operatorAddress: '{{operatorAddress}}',
  dial: '{{dial}}',
  socialHost: '{{socialHost}}',
  year: '{{year}}',
  url: '{{url}}',
};
