import { type Browser, chromium, type Page } from '@playwright/test';
import { chromiumExecutable } from '#test/chromium.ts';
import { hundredBlocks } from './parts/hundred-blocks.ts';
import { openEditor } from './parts/open-editor.ts';
import { makeNewsletter, median, type Running, startRunning } from './parts/running.ts';

/** The number of pointer moves that are measured. */
const MOVES = 200;
/** 95th percentile, in milliseconds. Source: docs/requirements/performance.md P4. */
const LIMIT = 16;

/**
 * Scripting per pointer move while a block is dragged over a newsletter of 100 blocks: the time in the page's own code,
 * with the style and layout that it forces, from the browser's tracing. The reference is a page that only records the
 * pointer's position.
 */
export default async function measure() {
  const running = await startRunning();
  const { args, ...executable } = await chromiumExecutable();
  const browser = await chromium.launch({ ...executable, args });
  try {
    const value = await inEditor(browser, running);
    const reference = await inBarePage(browser);
    return [
      {
        name: 'scripting for a move while dragging, 100 blocks, p95',
        value,
        unit: 'ms',
        reference,
        ratio: value / reference,
        aim: `≤ ${LIMIT} ms`,
        met: value <= LIMIT,
      },
    ];
  } finally {
    await browser.close();
    await running.stop();
  }
}

async function inEditor(browser: Browser, running: Running): Promise<number> {
  const id = await makeNewsletter(running, hundredBlocks());
  const page = await openEditor(browser, running, id);
  try {
    const block = page.locator('[data-block="block-1"] button[aria-label^="Text"][aria-label*=": "]');
    const box = await block.boundingBox();
    if (box === null) throw new Error('There is no block to drag');
    await page.mouse.move(box.x + box.width / 2, box.y + 20);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2, box.y + 60, { steps: 4 });
    await page.locator('html[data-dragging]').waitFor();
    const times = await scriptingOfMoves(page, { x: box.x + box.width / 2, y: box.y + 60 });
    await page.mouse.up();
    return times;
  } finally {
    await page.context().close();
  }
}

async function inBarePage(browser: Browser): Promise<number> {
  const page = await browser.newPage();
  try {
    await page.setContent(
      '<script>addEventListener("pointermove", (e) => { document.title = e.clientX })</script>',
    );
    return await scriptingOfMoves(page, { x: 400, y: 300 });
  } finally {
    await page.close();
  }
}

/** The 95th percentile of scripting per move, in milliseconds. */
async function scriptingOfMoves(page: Page, from: { x: number; y: number }): Promise<number> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable');
  const spent = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0;
    return 1000 * (of('ScriptDuration') + of('RecalcStyleDuration') + of('LayoutDuration'));
  };
  const times: number[] = [];
  for (let move = 0; move < MOVES; move += 1) {
    const before = await spent();
    await page.mouse.move(from.x + ((move * 7) % 200), from.y + ((move * 13) % 400));
    // The effects of a move end with the frame after it.
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    times.push((await spent()) - before);
  }
  const sorted = times.toSorted((one, other) => one - other);
  if (Number.isNaN(median(sorted))) throw new Error('No move was measured');
  return sorted[Math.ceil(sorted.length * 0.95) - 1] ?? Number.NaN;
}
