import { productName } from '#web/words/product.ts';
import classes from './brand.module.css';

/** The logo: an ink drop over its well. Drawn on 32 × 32 units, legible from 16 px. */
export function BrandMark({ size = 24 }: { size?: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true" className={classes.mark}>
      <path
        d="M16 1.5c3.600 4.300 5.800 7 5.800 10a5.800 5.800 0 0 1-11.600 0c0-3 2.200-5.700 5.800-10z"
        fill="var(--sky)"
      />
      <path
        d="M3 17.200c0-.7.5-1.200 1.200-1.200h4.600c.5 0 .9.200 1.200.6 1.400 1.700 3.600 2.800 6 2.800s4.600-1.100 6-2.800c.3-.4.7-.6 1.200-.6h4.600c.7 0 1.200.5 1.200 1.200v7.300a6 6 0 0 1-6 6H9a6 6 0 0 1-6-6z"
        fill="var(--well)"
      />
    </svg>
  );
}

/** The logo and the product's name. */
export function Wordmark({ size = 24 }: { size?: number }) {
  return (
    <span className={classes.wordmark} style={{ fontSize: size }}>
      <BrandMark size={size * 1.15} />
      <span>{productName()}</span>
    </span>
  );
}
