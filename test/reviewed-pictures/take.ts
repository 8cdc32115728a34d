import type { Browser, Page } from '@playwright/test';
import axe from 'axe-core';
import PQueue from 'p-queue';
import { z } from 'zod';
import { type Camera, type Look, openCamera, pictureOf, startBrowser } from './camera.ts';
import { allEditions, type Edition, type Kind } from './editions.ts';
import { openPaper } from './paper.ts';
import { type Shot, shotOf } from './sheets.ts';

/** The results of one run of the browser through all editions. */
export interface Seen {
  /** The shots by sheet: a design with `page`, `mail` or `print`. */
  readonly sheets: ReadonlyMap<string, readonly Shot[]>;
  /** The violations that axe finds, as lines. */
  readonly violations: readonly string[];
  /** Requests for other hosts. */
  readonly foreign: readonly string[];
  readonly editions: readonly Edition[];
}

const AT_A_TIME = 2;
const KINDS: readonly Kind[] = ['page', 'mail'];

/** Takes all pictures. */
export async function takeAll(): Promise<Seen> {
  const editions = allEditions();
  const browser = await startBrowser();
  try {
    return await seenIn(browser, editions);
  } finally {
    await browser.close();
  }
}

async function seenIn(browser: Browser, editions: readonly Edition[]): Promise<Seen> {
  const shots = new Map<string, Shot[][]>();
  const violations: string[] = [];
  const idle = await Promise.all(Array.from({ length: AT_A_TIME }, () => openCamera(browser)));
  const cameras = [...idle];
  const queue = new PQueue({ concurrency: AT_A_TIME });
  const draw = await openPaper(browser);
  const add = async (sheet: string, work: (camera: Camera) => Promise<Shot[]>) => {
    const rows = shots.get(sheet) ?? [];
    shots.set(sheet, rows);
    const place = rows.push([]) - 1;
    await queue.add(async () => {
      const camera = idle.pop();
      if (camera === undefined) throw new Error('More work at a time than cameras');
      rows[place] = await work(camera);
      idle.push(camera);
    });
  };
  const drawing = new PQueue({ concurrency: 1 });
  await Promise.all(
    editions.flatMap((edition) => [
      ...KINDS.map((kind) =>
        add(`${edition.design}-${kind}`, (camera) => takeLooks(camera, edition, kind, violations)),
      ),
      add(`${edition.design}-print`, async (camera) => {
        const pdf = await camera.print(edition);
        const sheets = await drawing.add(() => draw(pdf));
        return await Promise.all(
          sheets.map((sheet, index) => shotOf(edition.layout, `sheet ${index + 1}`, sheet)),
        );
      }),
    ]),
  );
  const sheets = new Map([...shots].map(([name, rows]) => [name, rows.flat()]));
  return { sheets, violations, editions, foreign: cameras.flatMap(({ foreign }) => foreign) };
}

async function takeLooks(
  camera: Camera,
  edition: Edition,
  kind: Kind,
  violations: string[],
): Promise<Shot[]> {
  const shots: Shot[] = [];
  await camera.visit(edition, kind, async (page, look) => {
    shots.push(await shotOf(edition.layout, `${look.width} ${look.view}`, await pictureOf(page, look)));
    const found = await violationsOn(page, kind, look);
    const place = `${edition.design} ${kind} ${edition.layout} ${look.width} ${look.view}`;
    violations.push(...found.map((each) => `${place}: ${each}`));
  });
  return shots;
}

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** Without 'best-practice' for mails, which have no landmarks of their own. */
const RULES: Readonly<Record<Kind, readonly string[]>> = { page: [...WCAG, 'best-practice'], mail: WCAG };
/** The rules that can differ between light and dark. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];
const lines = z.array(z.string());

/** The violations that axe finds: of all rules at one width, and of the colours in the dark. */
async function violationsOn(page: Page, kind: Kind, { width, view }: Look): Promise<readonly string[]> {
  const rules = width !== 390 ? null : view === 'light' ? RULES[kind] : view === 'dark' ? COLOUR_RULES : null;
  if (rules === null) return [];
  await page.evaluate(`window.axe === undefined && void eval(${JSON.stringify(axe.source)})`);
  return lines.parse(
    await page.evaluate(
      `axe.run(document, { runOnly: ${JSON.stringify(rules)}, resultTypes: ['violations'] })
        .then(({ violations }) => violations.map(({ id, nodes }) => id + ' at ' + nodes.map(({ html }) => html).join(' ')))`,
    ),
  );
}
