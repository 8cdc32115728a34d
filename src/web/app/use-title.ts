import { useEffect } from 'react';
import { productName } from '#web/words/product.ts';

/** 'Newsletters · Inkwell' */
export function pageTitle(title: string): string {
  return `${title} · ${productName()}`;
}

/** Sets the page's title once it is known (a newsletter's, say). Fixed titles are in the `handle` of their route. */
export function useTitle(title: string | undefined): void {
  useEffect(() => {
    if (title !== undefined && title !== '') document.title = pageTitle(title);
  }, [title]);
}
