import type { Page } from '@playwright/test';
import axe from 'axe-core';

/**
 * Faults that keep people from naming a control aloud: a name that two controls of a kind share, and a name without the
 * words that are visible on it (WCAG 2.5.3).
 */
export async function nameFaults(page: Page): Promise<readonly string[]> {
  if (await page.evaluate(() => window.axe === undefined)) await page.evaluate(axe.source);
  return await page.evaluate(() => {
    const engine = window.axe;
    if (engine === undefined) throw new Error('axe is not in the page');
    const found: string[] = [];
    const plain = (words: string) => words.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
    const isUnseen = (element: Element) =>
      !element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) ||
      element.closest('.visually-hidden, [aria-hidden="true"], svg, kbd') !== null ||
      element.clientWidth === 1;
    const seenIn = (element: Element): string => {
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      const words: string[] = [];
      for (let text = walker.nextNode(); text !== null; text = walker.nextNode())
        if (text.parentElement !== null && !isUnseen(text.parentElement)) words.push(text.textContent ?? '');
      return plain(words.join(' '));
    };
    const top = document.querySelector('[role="dialog"][aria-modal="true"]') ?? document;
    engine.setup(document.documentElement);
    const known = new Map<string, Element>();
    for (const control of top.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea')) {
      if (control.closest('[inert], [aria-hidden="true"]') !== null) continue;
      if (!control.checkVisibility({ visibilityProperty: true }) || control.matches('[type="file"]'))
        continue;
      const name = plain(engine.commons.text.accessibleText(control));
      const isText = control instanceof HTMLTextAreaElement;
      const label = isText || control instanceof HTMLInputElement ? control.labels?.[0] : undefined;
      // The words in a field are not its name, but those above it are.
      const seen = isText && label === undefined ? '' : seenIn(label ?? control);
      // The explanation of a choice follows its name.
      const isNamed = name.includes(seen) || (label !== undefined && name !== '' && seen.startsWith(name));
      if (!isNamed) found.push(`'${seen}' is seen on what is named '${name}'`);
      const group = control.matches('[type="radio"]')
        ? control.closest('fieldset, [role="radiogroup"]')
        : null;
      const target = control instanceof HTMLAnchorElement ? control.pathname : '';
      const key = [control.tagName, group?.textContent ?? '', name].join('|');
      const other = known.get(key);
      const isSame = other instanceof HTMLAnchorElement && other.pathname === target;
      if (other !== undefined && !isSame) found.push(`two ${control.tagName} are named '${name}'`);
      known.set(key, control);
    }
    engine.teardown();
    return found;
  });
}
