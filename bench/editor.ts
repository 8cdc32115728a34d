import { gzipSync } from 'node:zlib';
import { chromium } from '@playwright/test';
import { chromiumExecutable } from '#test/chromium.ts';
import { hundredBlocks } from './parts/hundred-blocks.ts';
import { openEditor } from './parts/open-editor.ts';
import { makeNewsletter, startRunning } from './parts/running.ts';

/** Kilobytes of script, packed by gzip. Source: issue 3, "What it must show". */
const MOST = 300;
/** Rich text and the renderer come after it. */
const LATER = /rich-text-input|worker|mrml/;

/** What the editor loads of script before it shows a newsletter, without rich text and the renderer. */
export default async function measure() {
  const running = await startRunning();
  const browser = await chromium.launch(await chromiumExecutable());
  try {
    const id = await makeNewsletter(running, hundredBlocks().slice(0, 20));
    const sizes = new Map<string, number>();
    const page = await openEditor(browser, running, id, async (opening) => {
      opening.on('response', async (response) => {
        const path = new URL(response.url()).pathname;
        if (path.endsWith('.js') && response.ok()) sizes.set(path, gzipSync(await response.body()).length);
      });
    });
    await page.waitForLoadState('networkidle');
    await page.context().close();
    const first = [...sizes]
      .filter(([path]) => !LATER.test(path))
      .toSorted(([, one], [, other]) => other - one);
    for (const [path, bytes] of first.slice(0, 12)) console.log(`  ${(bytes / 1000).toFixed(1)} KB ${path}`);
    const value = first.reduce((sum, [, bytes]) => sum + bytes, 0) / 1000;
    return [
      {
        name: 'script of the editor, first load, gzip',
        value,
        unit: 'KB',
        aim: `≤ ${MOST} KB`,
        met: value <= MOST,
      },
    ];
  } finally {
    await browser.close();
    await running.stop();
  }
}
