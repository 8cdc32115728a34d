import type { CDPSession, Page } from '@playwright/test';

/**
 * Faults that keep people from using the current screen: pixels beyond its width, words that are cut off, and controls that
 * Tab does not reach, or that are covered or without a ring once they have the focus (WCAG 1.4.10, 1.4.12, 2.1.1, 2.4.7,
 * 2.4.11).
 */

declare global {
  interface Window {
    /** The elements that Tab has reached. */
    reached?: Set<Element>;
    lastReached?: Element;
  }
}

/** The faults that the screen shows at its size. Each control takes the focus in turn. */
export async function faultsOf(page: Page): Promise<readonly string[]> {
  await settled(page);
  return await page.evaluate(() => {
    const found: string[] = [];
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth) found.push(`${scrollWidth - clientWidth} pixels beyond the screen`);
    const nameOf = (element: Element) =>
      `${element.tagName} '${(element.ariaLabel ?? element.textContent).slice(0, 60)}'`;
    const isHidden = (element: Element) =>
      !element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) ||
      element.closest('.visually-hidden, [inert], [aria-hidden="true"], [data-drawn]') !== null;

    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let text = walker.nextNode(); text !== null; text = walker.nextNode()) {
      const parent = text.parentElement;
      if (parent === null || text.textContent?.trim() === '' || isHidden(parent)) continue;
      range.selectNodeContents(text);
      const words = range.getBoundingClientRect();
      // The words of a skip link are above the screen until it has the focus.
      if (words.width < 2 || words.bottom + window.scrollY <= 0) continue;
      for (let box: Element | null = parent; box !== null; box = box.parentElement) {
        const { overflowX, overflowY, display } = getComputedStyle(box);
        // Visually hidden words are one pixel large.
        if (box.clientWidth <= 1 && display !== 'inline') break;
        if (display === 'inline' || box.matches('[title]')) continue;
        if (/auto|scroll/.test(`${overflowX} ${overflowY}`)) break;
        const edge = box.getBoundingClientRect();
        const isCutAcross =
          /hidden|clip/.test(overflowX) && (words.right > edge.right + 1 || words.left < edge.left - 1);
        const isCutDown =
          /hidden|clip/.test(overflowY) && (words.bottom > edge.bottom + 3 || words.top < edge.top - 3);
        if (isCutAcross || isCutDown) {
          found.push(`'${text.textContent?.slice(0, 60)}' cut off by ${box.tagName}.${box.className}`);
          break;
        }
      }
    }

    const top = document.querySelector('[role="dialog"][aria-modal="true"]') ?? document;
    const before = document.activeElement;
    for (const control of top.querySelectorAll<HTMLElement>(
      'a[href], button, input, select, textarea, summary, [tabindex], [contenteditable="true"]',
    )) {
      if (control.tabIndex < 0 || control.matches(':disabled') || isHidden(control)) continue;
      control.focus();
      if (document.activeElement !== control) continue;
      // An invisible field in a label shows as the label.
      const { opacity } = getComputedStyle(control);
      const seen = (opacity === '0' && control.closest('label')) || control;
      const boxes = [...seen.getClientRects()].filter(({ width, height }) => width > 1 && height > 1);
      // Tall controls count by their part on the screen, and partly covered ones as visible.
      const hits = boxes.flatMap((box) => {
        const from = Math.max(box.top, 0);
        const to = Math.min(box.bottom, window.innerHeight);
        return [0.5, 0.2, 0.8].map((part) =>
          document.elementFromPoint(box.left + box.width / 2, from + (to - from) * part),
        );
      });
      const isSeen = (hit: Element | null) =>
        hit !== null && (seen.contains(hit) || (hit.contains(seen) && hit.matches('label, button, a')));
      if (boxes.length > 0 && !hits.some(isSeen)) {
        const [hit] = hits;
        found.push(
          `${nameOf(control)} is covered by ${hit ? `${hit.tagName}.${hit.className}` : 'the edge of the screen'}`,
        );
      }
    }
    if (before instanceof HTMLElement) before.focus();
    return found;
  });
}

/** The elements outside the open dialog that forty presses of Tab, or of Shift Tab, reach. Empty without a dialog. */
export async function dialogFaults(page: Page): Promise<readonly string[]> {
  const found = new Set<string>();
  for (const key of ['Tab', 'Shift+Tab']) {
    for (let presses = 0; presses < 40; presses += 1) {
      await page.keyboard.press(key);
      const outside = await page.evaluate(() => {
        const top = [...document.querySelectorAll('[aria-modal="true"]')].at(-1);
        const at = document.activeElement;
        if (top === undefined) return null;
        return at !== null && top.contains(at) ? '' : `${at?.tagName} '${at?.textContent.slice(0, 40)}'`;
      });
      if (outside === null) return [];
      if (outside !== '') found.add(`${key} leads to ${outside}`);
    }
  }
  return [...found];
}

/** The controls that Tab does not reach, and those without a ring there. */
export async function keyboardFaults(page: Page, devtools: CDPSession): Promise<readonly string[]> {
  const expected = await page.evaluate(() => {
    window.reached = new Set();
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    const controls = document.querySelectorAll<HTMLElement>(
      'a[href], button, input, select, textarea, summary, [tabindex]',
    );
    return [...controls].filter(
      (control) =>
        control.tabIndex >= 0 &&
        !control.matches(':disabled') &&
        control.checkVisibility({ visibilityProperty: true }),
    ).length;
  });
  const found: string[] = [];
  // Twice, because the focus may begin in the middle.
  for (let presses = 0; presses < 2 * expected + 5; presses += 1) {
    await devtools.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...TAB });
    await devtools.send('Input.dispatchKeyEvent', { type: 'keyUp', ...TAB });
    const { result } = await devtools.send('Runtime.evaluate', {
      returnByValue: true,
      expression: `(${reachedByTab.toString()})(${ringFault.toString()})`,
    });
    if (result.value === null) break;
    const fault = result.value === IN_A_FRAME ? await faultInFrame(page) : result.value;
    if (fault !== '') found.push(fault);
  }
  const missed = await page.evaluate(() => {
    const top = document.querySelector('[role="dialog"][aria-modal="true"]') ?? document;
    const reached = window.reached ?? new Set();
    const isReached = (control: HTMLElement) =>
      reached.has(control) ||
      (control instanceof HTMLInputElement &&
        control.type === 'radio' &&
        [...reached].some((each) => each instanceof HTMLInputElement && each.name === control.name));
    return [
      ...top.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary, [tabindex]'),
    ]
      .filter(
        (control) =>
          control.tabIndex >= 0 &&
          !control.matches(':disabled') &&
          control.closest('[inert]') === null &&
          control.checkVisibility({ visibilityProperty: true }) &&
          !isReached(control),
      )
      .map(
        (control) => `Tab does not reach ${control.tagName} '${control.ariaLabel ?? control.textContent}'`,
      );
  });
  return [...found, ...missed];
}

const TAB = { key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 } as const;

const IN_A_FRAME = 'frame';

/**
 * The fault of the focus within the frame that has it; '' for none. No style can give the frame itself a ring then, so the focused
 * element in it must show one: a document in which nothing takes the focus is an invisible stop.
 */
async function faultInFrame(page: Page): Promise<string> {
  const focused = await page.evaluateHandle(() => document.activeElement);
  const frame = await focused.asElement()?.contentFrame();
  const fault = await frame?.evaluate<string>(`(${ringFault.toString()})(document.activeElement)`);
  return fault === '' ? '' : `in a frame: ${fault ?? 'no document'}`;
}

/** Runs in the page. The fault of the focused element's ring; '' for none. */
function ringFault(at: Element | null): string {
  if (at === null || at === document.body) return 'nothing has the focus';
  const ringed = [at, ...at.querySelectorAll('*'), at.parentElement, at.nextElementSibling].some((each) => {
    if (each === null) return false;
    const { outlineStyle, outlineWidth } = getComputedStyle(each);
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
  });
  return ringed ? '' : `${at.tagName} '${at.ariaLabel ?? at.textContent}' has no ring`;
}

/** Runs in the page. The focused element's `ringFault`, or that a frame has the focus; `null` once the round is complete. */
function reachedByTab(faultOf: (at: Element) => string): string | null {
  const at = document.activeElement;
  if (at === null || at === document.body) return '';
  const isFrame = at instanceof HTMLIFrameElement;
  // The parts of a date or a time are one element, and so is a frame with its contents.
  const isAgain = window.lastReached === at;
  window.lastReached = at;
  const isKnown = window.reached?.has(at) === true;
  if (isKnown && !isAgain) return null;
  window.reached?.add(at);
  if (isFrame) return 'frame';
  return isKnown ? '' : faultOf(at);
}

/** Waits until a sheet has come up: before that, it takes no clicks. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // A sheet that measures itself is drawn for a new width in the next frame.
    for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame);
    const animations = document
      .getAnimations()
      .filter(({ effect }) => effect?.getTiming().iterations !== Number.POSITIVE_INFINITY);
    await Promise.allSettled(animations.map(({ finished }) => finished));
  });
}

/** The controls without any line around them. */
export async function framelessControls(page: Page): Promise<readonly string[]> {
  return await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main :is(button, input, textarea, select)')]
      .filter((control) => control.checkVisibility() && !control.matches('.visually-hidden, [type="range"]'))
      .filter((control) => {
        const { borderTopWidth, borderTopStyle, outlineStyle, outlineWidth, appearance } =
          getComputedStyle(control);
        const hasBorder = borderTopStyle !== 'none' && Number.parseFloat(borderTopWidth) > 0;
        const hasOutline = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0;
        return !hasBorder && !hasOutline && appearance === 'none';
      })
      .map((control) => `${control.tagName} ${control.ariaLabel ?? control.textContent}`),
  );
}
