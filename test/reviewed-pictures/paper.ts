import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Browser } from '@playwright/test';
import { z } from 'zod';

/** Draws the sheets of PDFs, by pdf.js in a browser. */

const ORIGIN = 'https://paper.example';
const PDFJS = fileURLToPath(import.meta.resolve('unpdf/pdfjs'));
const drawn = z.array(z.string());

/** A function that draws a PDF's sheets as PNGs, two pixels a point. */
export async function openPaper(browser: Browser): Promise<(pdf: Buffer) => Promise<readonly Buffer[]>> {
  const page = await (await browser.newContext()).newPage();
  let paper: Buffer = Buffer.alloc(0);
  await page.route('**/*', async (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname === '/pdfjs.mjs')
      await route.fulfill({ contentType: 'text/javascript', body: await readFile(PDFJS) });
    else if (pathname === '/paper.pdf') await route.fulfill({ contentType: 'application/pdf', body: paper });
    else await route.fulfill({ contentType: 'text/html', body: '<!doctype html>' });
  });
  await page.goto(ORIGIN);
  return async (pdf) => {
    paper = pdf;
    const pictures = drawn.parse(await page.evaluate(DRAW));
    return pictures.map((picture) => Buffer.from(picture.slice(picture.indexOf(',') + 1), 'base64'));
  };
}

const DRAW = `(async () => {
  const pdfjs = await import('/pdfjs.mjs');
  const data = new Uint8Array(await (await fetch('/paper.pdf', { cache: 'no-store' })).arrayBuffer());
  const paper = await pdfjs.getDocument({ data }).promise;
  const pictures = [];
  for (let number = 1; number <= paper.numPages; number += 1) {
    const sheet = await paper.getPage(number);
    const viewport = sheet.getViewport({ scale: 2 });
    const canvas = Object.assign(document.createElement('canvas'), { width: viewport.width, height: viewport.height });
    await sheet.render({ canvas, canvasContext: canvas.getContext('2d'), viewport }).promise;
    pictures.push(canvas.toDataURL());
  }
  return pictures;
})()`;
