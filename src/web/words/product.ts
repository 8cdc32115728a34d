import { deriveProduct, PRODUCT_DEFAULTS, PRODUCT_PLACEHOLDERS, type Product } from '#contract/product.ts';

let cached: Product | undefined;

/** The product's name and its operator's contact details, embedded in the page. At build time: placeholders. */
export function product(): Product {
  if (typeof document === 'undefined') return PRODUCT_PLACEHOLDERS;
  cached ??= { ...deriveProduct(PRODUCT_DEFAULTS, new Date(), window.location.origin), ...embedded() };
  return cached;
}

export function productName(): string {
  return product().name;
}

// Vite's development page and tests embed nothing.
function embedded(): Partial<Product> {
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
