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
 * From a key press in a text to the painted frame with the letter where it stands on the canvas, and to the one with the
 * renderer's drawing of the block under it, in Chromium with the whole program. Frames do not wait for a display, so that only
 * work is measured. The reference is the minimum for a browser: a field whose text is copied into an element.
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
      for (const blocks of [20, 100]) rows.push(...(await rowsFor(browser, running, blocks, slowedBy)));
    return rows;
  } finally {
    await browser.close();
    await running.stop();
  }
}

async function rowsFor(browser: Browser, running: Running, blocks: number, slowedBy: number) {
  const [painted = Number.NaN, drawn = Number.NaN] = await typingInEditor(browser, running, blocks, slowedBy);
  const [reference = Number.NaN] = await typingInBareField(browser, slowedBy);
  const { most } = slowedBy === 1 ? AIMS.full : AIMS.slowed;
  const hasAim = blocks === (slowedBy === 1 ? AIMS.full : AIMS.slowed).blocks;
  const where = `${blocks} blocks${slowedBy === 1 ? '' : `, CPU slowed ${slowedBy}x`}, p95`;
  return [
    {
      name: `keystroke to painted letter, ${where}`,
      value: painted,
      unit: 'ms',
      reference,
      ratio: painted / reference,
      ...(hasAim ? { aim: `≤ ${most} ms`, met: painted <= most } : {}),
    },
    {
      name: `keystroke to drawn block, ${where}`,
      value: drawn,
      unit: 'ms',
      reference,
      ratio: drawn / reference,
    },
  ];
}

async function typingInEditor(
  browser: Browser,
  running: Running,
  blocks: number,
  slowedBy: number,
): Promise<readonly number[]> {
  const id = await makeNewsletter(running, hundredBlocks().slice(0, blocks));
  const page = await openEditor(browser, running, id);
  try {
    // Text is the most expensive of the common blocks: rich text, cleaned and serialised at each keystroke.
    await page.locator('[data-block="block-1"] button[aria-label^="Text"][aria-label*=": "]').dblclick();
    const field = page.getByRole('textbox', { name: 'Text' });
    await field.press('Control+End');
    const block = '[data-block="block-1"]';
    return await typing(page, [{ in: `${block} [contenteditable]` }, { in: `${block} > div` }], slowedBy);
  } finally {
    await page.context().close();
  }
}

async function typingInBareField(browser: Browser, slowedBy: number): Promise<readonly number[]> {
  const page = await browser.newPage();
  try {
    await page.setContent(
      '<textarea oninput="copy.textContent = this.value"></textarea><div id="copy"></div>',
    );
    await page.locator('textarea').focus();
    return await typing(page, [{ in: '#copy' }], slowedBy);
  } finally {
    await page.close();
  }
}

/** The 95th percentile of the keystrokes for each place, in milliseconds. A drawing may show several. */
async function typing(page: Page, places: readonly Watched[], slowedBy: number): Promise<readonly number[]> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowedBy });
  const seen = await Promise.all(places.map((place) => page.evaluateHandle(watchKeystrokes, place)));
  const words = 'the quick brown fox jumps over the lazy dog and '.repeat(4);
  await page.keyboard.type(words.slice(0, WARM_UP), { delay: PAUSE });
  for (const each of seen) await each.evaluate((times) => times.splice(0));
  await page.keyboard.type(words.slice(WARM_UP, WARM_UP + KEYSTROKES), { delay: PAUSE });
  const all = await Promise.all(seen.map((each) => each.jsonValue()));
  if ((all[0]?.length ?? 0) < KEYSTROKES * 0.9)
    throw new Error(`Only ${all[0]?.length} keystrokes were painted`);
  return all.map((times) => percentile95(times));
}

function percentile95(times: readonly number[]): number {
  const sorted = times.toSorted((one, other) => one - other);
  return sorted[Math.ceil(sorted.length * 0.95) - 1] ?? Number.NaN;
}
