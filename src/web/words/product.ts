import { PRODUCT_DEFAULTS, PRODUCT_MARKS, type Product, productOf } from '#contract/product.ts';

let read: Product | undefined;

/** Who runs the program and how to reach them, as the page came with it. At the build there are marks instead. */
export function product(): Product {
  if (typeof document === 'undefined') return PRODUCT_MARKS;
  read ??= { ...productOf(PRODUCT_DEFAULTS, new Date()), ...written() };
  return read;
}

/** The product's name. */
export function productName(): string {
  return product().name;
}

// Vite's own page has none, nor have tests.
function written(): Partial<Product> {
  const text = document.getElementById('product')?.textContent;
  const value: unknown = text ? JSON.parse(text) : null;
  return isTexts(value) ? value : {};
}

function isTexts(value: unknown): value is Readonly<Record<string, string>> {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every((each) => typeof each === 'string')
  );
}
