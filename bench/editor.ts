import { gzipSync } from 'node:zlib';
import { chromium, type Request } from '@playwright/test';
import { chromiumExecutable } from '#test/chromium.ts';
import { hundredBlocks } from './parts/hundred-blocks.ts';
import { openEditor } from './parts/open-editor.ts';
import { makeNewsletter, startRunning } from './parts/running.ts';

/** Kilobytes of script after gzip. Source: docs/requirements/performance.md P5. */
const LIMIT = 300;
/** Rich text and the renderer are loaded later. */
const LOADED_LATER = /rich-text-input|worker|mrml/;

/**
 * The scripts that the editor loads before it shows a newsletter, without rich text and the renderer. Also prints the
 * size of the modules that it preloads afterwards.
 */
export default async function measure() {
  const running = await startRunning();
  const browser = await chromium.launch(await chromiumExecutable());
  try {
    const id = await makeNewsletter(running, hundredBlocks().slice(0, 20));
    const asked: Request[] = [];
    const page = await openEditor(browser, running, id, async (opening) => {
      opening.on('request', (request) => {
        const path = new URL(request.url()).pathname;
        if (path.endsWith('.js') && !LOADED_LATER.test(path)) asked.push(request);
      });
    });
    const first = await Promise.all(asked.splice(0).map(sizeOf));
    await page.waitForRequest(/crop-dialog/);
    await page.waitForLoadState('networkidle');
    const after = await Promise.all(asked.map(sizeOf));
    await page.context().close();
    const largest = first.toSorted((one, other) => other.bytes - one.bytes);
    for (const { path, bytes } of largest.slice(0, 12))
      console.log(`  ${(bytes / 1000).toFixed(1)} KB ${path}`);
    console.log(`  and ${sumOf(after).toFixed(1)} KB afterwards, in an idle moment`);
    const value = sumOf(first);
    return [
      {
        name: 'script of the editor, first load, gzip',
        value,
        unit: 'KB',
        aim: `≤ ${LIMIT} KB`,
        met: value <= LIMIT,
      },
    ];
  } finally {
    await browser.close();
    await running.stop();
  }
}

async function sizeOf(request: Request): Promise<{ readonly path: string; readonly bytes: number }> {
  const response = await request.response();
  if (!response?.ok()) throw new Error(`There is no ${request.url()}`);
  return { path: new URL(request.url()).pathname, bytes: gzipSync(await response.body()).length };
}

/** In kilobytes. */
function sumOf(scripts: readonly { readonly bytes: number }[]): number {
  return scripts.reduce((sum, { bytes }) => sum + bytes, 0) / 1000;
}
