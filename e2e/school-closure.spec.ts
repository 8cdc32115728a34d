import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { openPromise } from 'yauzl';
import { expect, expectAccessible, test } from './journey.ts';
import { signInWithSchool } from './shared-steps.ts';

/** A school downloads its data, is closed, and is reopened. */

/** Unpacks a ZIP file into a folder and resolves to the names in it. */
async function unpack(archive: string, folder: string): Promise<string[]> {
  const zip = await openPromise(archive, { lazyEntries: true });
  const names: string[] = [];
  for await (const entry of zip.eachEntry()) {
    names.push(entry.fileName);
    await mkdir(dirname(join(folder, entry.fileName)), { recursive: true });
    await writeFile(join(folder, entry.fileName), await buffer(await zip.openReadStreamPromise(entry)));
  }
  return names;
}

test('An owner downloads everything, closes the school and reopens it', async ({ page, browser }) => {
  test.slow();
  const folder = await mkdtemp(join(tmpdir(), 'archive-'));
  await signInWithSchool(page, 'Forest School');
  await page.getByRole('link', { name: 'Forest School' }).click();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByRole('button', { name: 'Publish anyway' }).click();
  await expect(page.getByRole('link', { name: 'Return to dashboard' })).toBeVisible();
  const address = await page.locator('a[href*="/published/"]').first().getAttribute('href');

  await test.step('she downloads everything, and the archive opens without the server', async () => {
    await page.goto('/app/settings/close-school');
    await expectAccessible(page);
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download everything' }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toMatch(/^oakfield-primary-school-\d{4}-\d\d-\d\d\.zip$/);
    const names = await unpack(await download.path(), folder);
    expect(names).toEqual(expect.arrayContaining(['index.html', 'people.csv', 'subscribers.csv']));
    const offline = await browser.newContext({ offline: true });
    const reader = await offline.newPage();
    const failed: string[] = [];
    reader.on('requestfailed', (request) => failed.push(request.url()));
    await reader.goto(pathToFileURL(join(folder, 'index.html')).href);
    await reader.getByRole('link', { name: 'Forest School', exact: true }).click();
    await expect(reader.getByRole('heading', { level: 1, name: 'Forest School' })).toBeVisible();
    const logo = reader.getByRole('img').first();
    expect(
      await logo.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth),
    ).toBeGreaterThan(0);
    expect(failed).toEqual([]);
    await offline.close();
    await rm(folder, { recursive: true, force: true });
  });

  await test.step('she closes the school, and its pages are gone', async () => {
    expect((await page.request.get(address ?? '')).status()).toBe(200);
    const field = page.getByLabel('Type ‘Oakfield Primary School’ to confirm');
    await field.fill('Oakfield');
    await page.getByRole('button', { name: 'Close the school' }).click();
    await expect(page.getByText(/exactly as it is above/)).toBeVisible();
    await field.fill('Oakfield Primary School');
    await page.getByRole('button', { name: 'Close the school' }).click();
    await expect(page.getByRole('region', { name: 'Your school is closed' })).toBeVisible();
    await expectAccessible(page);
    expect((await page.request.get(address ?? '')).status()).toBe(404);
  });

  await test.step('she reopens it, and its pages are back', async () => {
    await page.goto('/app/newsletters');
    await page.getByRole('button', { name: 'Take it back' }).click();
    await expect(page.getByText('Your school is open again')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Your school is closed' })).toBeHidden();
    expect((await page.request.get(address ?? '')).status()).toBe(200);
  });
});
