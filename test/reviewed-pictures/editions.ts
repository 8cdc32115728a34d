import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { DESIGNS, type DesignId } from '#newsletter/designs/index.ts';
import { LAYOUT_TYPES, type LayoutType } from '#newsletter/document/document.ts';
import { compileNewsletter } from '#newsletter/render/compile-newsletter.ts';
import { fragmentOf } from '#newsletter/render/fragment.ts';
import { buildPage } from '#newsletter/render/page.ts';
import { reservePictureSpace } from '#newsletter/render/page-pictures.ts';
import { withMailCopies } from '#newsletter/render/picture-copies.ts';
import { qrCodeOf } from '#newsletter/values/qr-code.ts';
import { renderWithMrml } from '#test/newsletter-engines.ts';
import { ORIGIN, sampleDocument, sampleSchool, TITLE, TODAY } from './sample.ts';

/** The pages and mails of the reviewed pictures, and their files, made like the server's but without a server. */

export type Kind = 'page' | 'mail';
export interface Edition {
  readonly design: DesignId;
  readonly layout: LayoutType;
  readonly html: Readonly<Record<Kind, string>>;
}

const PUBLIC = join(import.meta.dirname, '..', '..', 'public');
const DEMO_ART = join(import.meta.dirname, '..', '..', 'src/server/features/demo/art');
const PAGE_URL = `${ORIGIN}/published/autumn-news-week-5`;
const SIZES = new Map(
  ['art', 'cakes', 'choir', 'forest', 'harvest', 'school', 'sports'].map((name) => [
    `/files/${name}.jpg`,
    { width: 1200, height: 800 },
  ]),
);
const CUT = { width: 1200, height: 800, copies: ['4x3', '4x5'] } as const;
/** Layouts in which the school has a crest instead of a wide logo. */
const WITH_CREST: ReadonlySet<LayoutType> = new Set(['one_column', 'two_columns_left']);

/** An edition for each design and layout. */
export function allEditions(): readonly Edition[] {
  return designIds().flatMap((design) => LAYOUT_TYPES.map((layout) => editionOf(design, layout)));
}

/** The names of the designs, in the order in which they are offered. */
function designIds(): readonly DesignId[] {
  const names: readonly string[] = Object.keys(DESIGNS);
  return names.filter((name): name is DesignId => name in DESIGNS);
}

function editionOf(design: DesignId, layout: LayoutType): Edition {
  const school = sampleSchool(design, WITH_CREST.has(layout));
  const source = {
    title: TITLE,
    document: sampleDocument(layout, design),
    school,
    today: TODAY,
    pageUrl: PAGE_URL,
    calendarUrl: ({ row }: { row: string }) => `${PAGE_URL}/${row}.ics`,
  };
  const { body, styles } = fragmentOf(
    renderWithMrml(compileNewsletter({ ...source, target: 'page', origin: '' })),
  );
  const page = buildPage({
    title: TITLE,
    description: 'Thank you for every tin, packet and enormous marrow.',
    image: `${ORIGIN}/files/harvest.jpg`,
    school,
    design,
    language: 'en',
    publishedOn: TODAY,
    url: PAGE_URL,
    body: reservePictureSpace(body, SIZES),
    styles,
    productName: 'Inkwell',
    productUrl: ORIGIN,
    calendarUrl: `${PAGE_URL}/all.ics`,
    qrCode: qrCodeOf(PAGE_URL, 0),
  });
  const mail = renderWithMrml(
    compileNewsletter({
      ...source,
      target: 'mail',
      origin: ORIGIN,
      unsubscribeUrl: `${ORIGIN}/unsubscribe/token`,
    }),
  );
  return { design, layout, html: { page, mail: withMailCopies(mail, () => CUT) } };
}

const CREST = `<svg xmlns="http://www.w3.org/2000/svg" width="240" height="280" viewBox="0 0 24 28"><path d="M1 1h22v14c0 6-5 10-11 12C6 25 1 21 1 15z" fill="#1f5d45"/><path d="M12 5c4 2 5 5 4 8l-3 2v7h-2v-7l-3-2c-1-3 0-6 4-8z" fill="#f2b632"/></svg>`;

/** A file of the newsletter's own host; null if there is none at this address. */
export async function fileAt(address: URL): Promise<Buffer | null> {
  const name = address.pathname;
  if (name.startsWith('/files/')) return await uploadOf(name, address.searchParams.get('copy'));
  return await readFile(join(PUBLIC, name)).catch(() => null);
}

async function uploadOf(path: string, copy: string | null): Promise<Buffer | null> {
  if (path === '/files/crest.png') return await sharp(Buffer.from(CREST)).png().toBuffer();
  if (path === '/files/oakfield.png') return await readFile(join(DEMO_ART, 'oakfield.png'));
  const isPortrait = path === '/files/portrait.jpg';
  const name = isPortrait ? 'library.jpg' : path.slice('/files/'.length);
  const whole = await readFile(join(PUBLIC, 'newsletter-art', name));
  const cut = copy === '4x3' ? [800, 600] : copy === '4x5' ? [640, 800] : isPortrait ? [533, 800] : null;
  if (cut === null) return whole;
  const [width = 0, height = 0] = cut;
  return await sharp(whole).resize({ width, height }).jpeg().toBuffer();
}
