import { useEffect } from 'react';
import { productName } from '#web/words/product.ts';

/** 'Newsletters · Inkwell' */
export function pageTitle(title: string): string {
  return `${title} · ${productName()}`;
}

/** Names the page after what it shows (a newsletter's title), once that is known. A route's own title stands in its `handle`. */
export function useTitle(title: string | undefined): void {
  useEffect(() => {
    if (title !== undefined && title !== '') document.title = pageTitle(title);
  }, [title]);
}
