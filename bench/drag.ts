import { type Browser, chromium, type Page } from '@playwright/test';
import { chromiumExecutable } from '#test/chromium.ts';
import { hundredBlocks } from './parts/hundred-blocks.ts';
import { openEditor } from './parts/open-editor.ts';
import { makeNewsletter, median, type Running, startRunning } from './parts/running.ts';

/** Moves of the pointer that are measured. */
const MOVES = 200;
/** Source: docs/requirements/performance.md P4. In milliseconds, for the slowest in twenty. */
const MOST = 16;

/**
 * Scripting for each move of the pointer while a block is dragged over a newsletter of a hundred: what the browser
 * spends in the page's own code, style and layout that it asks for included, as its tracing tells. The reference is a
 * page that only notes where the pointer is.
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
        aim: `≤ ${MOST} ms`,
        met: value <= MOST,
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
    const block = page.locator('[data-block="block-1"] button[aria-label^="Text: "]');
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

/** Milliseconds of scripting for each move, the slowest in twenty. */
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
    // What the move has set off is done with the frame after it.
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    times.push((await spent()) - before);
  }
  const sorted = times.toSorted((one, other) => one - other);
  if (Number.isNaN(median(sorted))) throw new Error('No move was measured');
  return sorted[Math.ceil(sorted.length * 0.95) - 1] ?? Number.NaN;
}
