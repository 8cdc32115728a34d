import { getDocumentProxy, getResolvedPDFJS } from 'unpdf';

/** The contents of a printed page's sheets. Positions are in points from the sheet's upper left corner. */

interface Box {
  readonly left: number;
  readonly top: number;
  readonly bottom: number;
}
interface PrintedSheet {
  readonly width: number;
  readonly height: number;
  readonly words: readonly (Box & { readonly text: string })[];
  readonly pictures: readonly (Box & { readonly right: number })[];
}

/** Reads the sheets of a PDF. */
export async function sheetsOf(pdf: Buffer): Promise<readonly PrintedSheet[]> {
  const document = await getDocumentProxy(new Uint8Array(pdf));
  const numbers = Array.from({ length: document.numPages }, (_, index) => index + 1);
  return await Promise.all(
    numbers.map(async (number) => {
      const page = await document.getPage(number);
      const { width, height } = page.getViewport({ scale: 1 });
      const { items } = await page.getTextContent();
      const words = items.flatMap((item) => {
        if (!('str' in item) || item.str.trim() === '') return [];
        const [, , , size = 0, left = 0, base = 0] = item.transform.map(Number);
        return [{ text: item.str, left, top: height - base - size, bottom: height - base }];
      });
      return { width, height, words, pictures: await picturesOn(page, height) };
    }),
  );
}

type Page = Awaited<ReturnType<Awaited<ReturnType<typeof getDocumentProxy>>['getPage']>>;
type Matrix = readonly [number, number, number, number, number, number];

async function picturesOn(page: Page, height: number): Promise<PrintedSheet['pictures']> {
  const { OPS } = await getResolvedPDFJS();
  const { fnArray, argsArray } = await page.getOperatorList();
  const saved: Matrix[] = [];
  const pictures: (Box & { right: number })[] = [];
  let now: Matrix = [1, 0, 0, 1, 0, 0];
  for (const [index, operation] of fnArray.entries()) {
    if (operation === OPS.save) saved.push(now);
    if (operation === OPS.restore) now = saved.pop() ?? now;
    if (operation === OPS.transform) now = product(now, argsArray[index].map(Number));
    if (operation === OPS.paintImageXObject) {
      const [a, , , d, e, f] = now;
      const [top, bottom] = [height - f - d, height - f].sort((one, other) => one - other);
      pictures.push({ left: e, right: e + a, top: top ?? 0, bottom: bottom ?? 0 });
    }
  }
  return pictures;
}

function product(
  [a, b, c, d, e, f]: Matrix,
  [g = 1, h = 0, i = 0, j = 1, k = 0, l = 0]: readonly number[],
): Matrix {
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
}
