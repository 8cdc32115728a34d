import { type Browser, chromium, type Page } from '@playwright/test';
import { chromiumExecutable } from '#test/chromium.ts';
import { hundredBlocks } from './parts/hundred-blocks.ts';
import { openEditor } from './parts/open-editor.ts';
import { makeNewsletter, type Running, startRunning } from './parts/running.ts';
import { type Watched, watchKeystrokes } from './parts/watch-keystrokes.ts';

/** How many keystrokes are measured, after `WARM_UP` others. */
const KEYSTROKES = 120;
const WARM_UP = 20;
/** Between two keystrokes of a fast typist, in milliseconds. */
const PAUSE = 60;
/** 95th percentiles, in milliseconds. Source: docs/requirements/performance.md P3. */
const AIMS = { full: { blocks: 20, most: 16 }, slowed: { blocks: 100, most: 50 } } as const;

/**
 * From a key press in the field editor to the painted frame with the rendered block, in Chromium with the whole
 * program. Frames do not wait for a display, so that only work is measured. The reference is the minimum for a browser:
 * a field whose text is copied into an element.
 */
export default async function measure() {
  const running = await startRunning();
  const { args, ...executable } = await chromiumExecutable();
  const browser = await chromium.launch({
    ...executable,
    args: [...args, '--disable-frame-rate-limit', '--disable-gpu-vsync'],
  });
  try {
    const rows = [];
    for (const slowedBy of [1, 4])
      for (const blocks of [20, 100]) rows.push(await rowFor(browser, running, blocks, slowedBy));
    return rows;
  } finally {
    await browser.close();
    await running.stop();
  }
}

async function rowFor(browser: Browser, running: Running, blocks: number, slowedBy: number) {
  const value = await typingInEditor(browser, running, blocks, slowedBy);
  const reference = await typingInBareField(browser, slowedBy);
  const { most } = slowedBy === 1 ? AIMS.full : AIMS.slowed;
  const hasAim = blocks === (slowedBy === 1 ? AIMS.full : AIMS.slowed).blocks;
  return {
    name: `keystroke to painted canvas, ${blocks} blocks${slowedBy === 1 ? '' : `, CPU slowed ${slowedBy}x`}, p95`,
    value,
    unit: 'ms',
    reference,
    ratio: value / reference,
    ...(hasAim ? { aim: `≤ ${most} ms`, met: value <= most } : {}),
  };
}

async function typingInEditor(
  browser: Browser,
  running: Running,
  blocks: number,
  slowedBy: number,
): Promise<number> {
  const id = await makeNewsletter(running, hundredBlocks().slice(0, blocks));
  const page = await openEditor(browser, running, id);
  try {
    // Text is the most expensive of the common blocks: rich text, cleaned and serialised at each keystroke.
    await page.locator('[data-block="block-1"] button[aria-label^="Text"][aria-label*=": "]').dblclick();
    const field = page.getByRole('textbox', { name: 'Text' });
    await field.press('Control+End');
    return await typing(page, { in: '[data-block="block-1"] > div' }, slowedBy);
  } finally {
    await page.context().close();
  }
}

async function typingInBareField(browser: Browser, slowedBy: number): Promise<number> {
  const page = await browser.newPage();
  try {
    await page.setContent(
      '<textarea oninput="copy.textContent = this.value"></textarea><div id="copy"></div>',
    );
    await page.locator('textarea').focus();
    return await typing(page, { in: '#copy' }, slowedBy);
  } finally {
    await page.close();
  }
}

/** The 95th percentile of the keystrokes, in milliseconds. */
async function typing(page: Page, watched: Watched, slowedBy: number): Promise<number> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowedBy });
  const seen = await page.evaluateHandle(watchKeystrokes, watched);
  const words = 'the quick brown fox jumps over the lazy dog and '.repeat(4);
  await page.keyboard.type(words.slice(0, WARM_UP), { delay: PAUSE });
  await seen.evaluate((times) => times.splice(0));
  await page.keyboard.type(words.slice(WARM_UP, WARM_UP + KEYSTROKES), { delay: PAUSE });
  const times = (await seen.jsonValue()).toSorted((one, other) => one - other);
  if (times.length < KEYSTROKES * 0.9) throw new Error(`Only ${times.length} keystrokes were painted`);
  return times[Math.ceil(times.length * 0.95) - 1] ?? Number.NaN;
}
