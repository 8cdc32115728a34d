import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test';
import { chromiumExecutable } from '#test/chromium.ts';
import { hundredBlocks } from './parts/hundred-blocks.ts';
import { openEditor } from './parts/open-editor.ts';
import { makeNewsletter, type Running, startRunning } from './parts/running.ts';
import { type Watched, watchKeystrokes } from './parts/watch-keystrokes.ts';

/** The number of keystrokes that are measured, after `WARM_UP` others. */
const KEYSTROKES = 120;
const WARM_UP = 20;
/** The time between two keystrokes of a fast typist, in milliseconds. */
const PAUSE = 60;
/** 95th percentiles, in milliseconds. Source: docs/requirements/performance.md P3. */
const AIMS = { full: { blocks: 20, most: 16 }, slowed: { blocks: 100, most: 50 } } as const;

/**
 * Times a key press in a text until the frame with the letter in its place on the canvas is painted, and all work of the page's
 * main thread for the key, in Chromium with the whole program. Frames do not wait for a display, so that only work is measured.
 * The reference is the minimum for a browser: a field whose text is copied into an element.
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
  const editor = await typingInEditor(browser, running, blocks, slowedBy);
  const field = await typingInBareField(browser, slowedBy);
  const { most } = slowedBy === 1 ? AIMS.full : AIMS.slowed;
  const hasAim = blocks === (slowedBy === 1 ? AIMS.full : AIMS.slowed).blocks;
  const where = `${blocks} blocks${slowedBy === 1 ? '' : `, CPU slowed ${slowedBy}x`}`;
  const painted = {
    name: `keystroke to painted letter, ${where}, p95`,
    value: editor.painted,
    unit: 'ms',
    reference: field.painted,
    ratio: editor.painted / field.painted,
    ...(hasAim ? { aim: `≤ ${most} ms`, met: editor.painted <= most } : {}),
  };
  const work = {
    name: `main thread's CPU for a keystroke, ${where}`,
    value: editor.work,
    unit: 'ms',
    reference: field.work,
    ratio: editor.work / field.work,
  };
  // The slowdown itself counts as work of the CPU.
  return slowedBy === 1 ? [painted, work] : [painted];
}

interface Typed {
  /** The 95th percentile of the keystrokes, in milliseconds. */
  readonly painted: number;
  /** CPU of the page's main thread for each keystroke, in milliseconds. */
  readonly work: number;
}

async function typingInEditor(
  browser: Browser,
  running: Running,
  blocks: number,
  slowedBy: number,
): Promise<Typed> {
  const id = await makeNewsletter(running, hundredBlocks().slice(0, blocks));
  const page = await openEditor(browser, running, id);
  try {
    // Text is the most expensive of the common blocks: rich text, cleaned and serialised at each keystroke.
    await page.locator('[data-block="block-1"] button[aria-label^="Text"][aria-label*=": "]').dblclick();
    const field = page.getByRole('textbox', { name: 'Text' });
    await field.press('Control+End');
    return await typing(page, { in: '[data-block="block-1"] [contenteditable]' }, slowedBy);
  } finally {
    await page.context().close();
  }
}

async function typingInBareField(browser: Browser, slowedBy: number): Promise<Typed> {
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

async function typing(page: Page, place: Watched, slowedBy: number): Promise<Typed> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowedBy });
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  const seen = await page.evaluateHandle(watchKeystrokes, place);
  const words = 'the quick brown fox jumps over the lazy dog and '.repeat(4);
  await page.keyboard.type(words.slice(0, WARM_UP), { delay: PAUSE });
  await seen.evaluate((times) => times.splice(0));
  const before = await tasksOf(devtools);
  await page.keyboard.type(words.slice(WARM_UP, WARM_UP + KEYSTROKES), { delay: PAUSE });
  const work = ((await tasksOf(devtools)) - before) / KEYSTROKES;
  const times = await seen.jsonValue();
  if (times.length < KEYSTROKES * 0.9) throw new Error(`Only ${times.length} keystrokes were painted`);
  return { painted: percentile95(times), work };
}

/** The work of the page's main thread so far, in milliseconds. */
async function tasksOf(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000;
}

function percentile95(times: readonly number[]): number {
  const sorted = times.toSorted((one, other) => one - other);
  return sorted[Math.ceil(sorted.length * 0.95) - 1] ?? Number.NaN;
}
