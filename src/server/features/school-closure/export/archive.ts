import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { shownPages } from '#contract/families/school-pages.ts';
import { shownSchoolFields } from '#contract/school.ts';
import { isEmptySpace, type StoredBlock } from '#newsletter/document/document.ts';
import { fileKeyOf } from '#newsletter/document/missing-files.ts';
import { filesOf } from '#newsletter/document/traits.ts';
import { storedBlocks } from '#newsletter/document/upgrade.ts';
import { dayIn } from '#newsletter/values/time-zone.ts';
import type { AppContext } from '#server/context.ts';
import { type ArchivedFile, listArchivedFiles } from '#server/data/attachments.ts';
import { findFamilySettings } from '#server/data/families/family-settings.ts';
import { findSchoolPages } from '#server/data/families/school-pages.ts';
import { subscribersCsv } from '#server/data/families/subscribers-csv.ts';
import { listGroups } from '#server/data/groups/groups.ts';
import {
  type ArchivedNewsletter,
  findNewsletterWithPage,
  listArchivedNewsletters,
  listArchivedSavedItems,
  listFileKeysOf,
} from '#server/data/newsletters.ts';
import { type ArchivedEdition, listArchivedEditions } from '#server/data/past-editions.ts';
import type { School } from '#server/data/schools.ts';
import { listPeople } from '#server/data/staff.ts';
import { attributesOf } from '#server/platform/columns.ts';
import { csvOf } from '#server/platform/csv.ts';
import { fileSlug } from '#server/platform/files/file-slug.ts';
import { fileKeysIn, withAddresses } from '#server/platform/files/own-addresses.ts';
import { type EntryContent, ZipArchive } from '#server/platform/zip-archive.ts';
import { approvalsCsv } from './archive-approvals.ts';
import { archivedDates, datesFile } from './archive-dates.ts';
import { addEdition, editionsCsv } from './archive-editions.ts';
import { activityCsv, deliveriesCsv, notesCsv, partsCsv, timingsCsv } from './archive-log.ts';
import {
  archivePathOf,
  hasOtherEdition,
  indexPage,
  offlineFonts,
  offlinePage,
  type PlacedFile,
} from './archive-pages.ts';
import { archivedRhythm } from './archive-rhythm.ts';

/** A school's whole data as one ZIP file, made while it is sent: only one entry at a time is in memory. */

const PUBLIC = fileURLToPath(new URL('../../../../../public', import.meta.url));

/** 'oakfield-primary-school-2026-11-21.zip' */
export function archiveName({ clock }: AppContext, { name, timeZone }: School): string {
  return `${fileSlug(name) || 'school'}-${dayIn(timeZone, clock.now())}.zip`;
}

/** The functions of billing that the archive needs; `app.ts` supplies them. */
export interface Invoices {
  readonly headings: readonly string[];
  copies(context: AppContext, school: School): Promise<readonly InvoiceCopy[]>;
}

interface InvoiceCopy {
  readonly name: string;
  readonly row: readonly string[];
  pdf(): Promise<Buffer>;
}

/** The archive's bytes. A failure after its start aborts the stream: half a ZIP file does not open. */
export async function archiveOf(context: AppContext, invoices: Invoices, school: School): Promise<Readable> {
  const newsletters = await listArchivedNewsletters(context.database, school.id);
  const saved = await listArchivedSavedItems(context.database, school.id);
  const editions = await listArchivedEditions(context.database, school.id);
  const files = (await listArchivedFiles(context.database, school.id)).map(
    placedBy(await usedFiles(context, school, { newsletters, saved, editions })),
  );
  const copies = await invoices.copies(context, school);
  const assets = await listAssets();
  // No `await` from here to the end: entries begin to be read at once, and only `end` handles their errors.
  const archive = new ZipArchive();
  const { product } = context.config;
  archive.add('index.html', async () =>
    indexPage(school, product.name, context.clock.now(), {
      newsletters,
      editions,
      files,
      invoices: copies.map(({ name }) => name),
    }),
  );
  const keys = new Set(files.map(({ key }) => key));
  for (const newsletter of newsletters) addNewsletter(archive, context, school, newsletter, keys);
  for (const edition of editions) await addEdition(archive, context, school.id, edition);
  archive.add('editions.csv', async () => editionsCsv(editions));
  archive.add('approvals.csv', async () => approvalsCsv(context, school.id));
  archive.add('people.csv', async () => peopleCsv(context, school));
  archive.add('subscribers.csv', async () => subscribersCsv(context.database, school.id, { isWhole: true }));
  archive.add('groups.csv', async () => groupsCsv(context, school));
  archive.add('activity.csv', async () => activityCsv(context, school.id));
  archive.add('notes.csv', async () => notesCsv(context, school.id));
  archive.add('parts.csv', async () => partsCsv(context, school.id));
  archive.add('timings.csv', async () => timingsCsv(context, school.id));
  archive.add('sendings.csv', async () => deliveriesCsv(context, school.id));
  archive.add('invoices.csv', async () => csvOf(invoices.headings, invoiceRows(copies)));
  for (const { name, pdf } of copies) archive.add(`invoices/${name}.pdf`, pdf);
  archive.add('saved.json', async () =>
    json(saved.map(({ kind, name, layoutType, code }) => ({ kind, name, layout_type: layoutType, code }))),
  );
  archive.add('rhythm.json', async () => json(await archivedRhythm(context, school.id)));
  archive.add('dates.json', async () => json(await archivedDates(context, school.id)));
  archive.add('dates.ics', async () => datesFile(context, school));
  archive.add('families.json', async () => json(await familiesOf(context, school)));
  archive.add('school.json', async () => json(await detailsOf(context, school)));
  for (const file of files) archive.add(file.path, () => contentOf(context, file));
  addAssets(archive, assets);
  return archive.end();
}

// The files shown by newsletters, past editions and saved items, and the logo.
async function usedFiles(
  context: AppContext,
  { id, logo }: School,
  {
    newsletters,
    saved,
    editions,
  }: {
    readonly newsletters: readonly ArchivedNewsletter[];
    readonly saved: Awaited<ReturnType<typeof listArchivedSavedItems>>;
    readonly editions: readonly ArchivedEdition[];
  },
): Promise<ReadonlySet<string>> {
  const used = new Set([
    logo?.split('/').at(-1) ?? '',
    ...fileKeysIn(JSON.stringify(saved)),
    ...editions.flatMap(({ fileKeys }) => fileKeys),
  ]);
  for (const newsletter of newsletters)
    for (const key of await listFileKeysOf(context.database, id, newsletter.id)) used.add(key);
  return used;
}

/** Puts unused uploads into a folder of their own, so that nobody takes them for published. */
function placedBy(used: ReadonlySet<string>): (file: ArchivedFile) => PlacedFile {
  return (file) => ({
    ...file,
    path: `${used.has(file.key) ? 'files' : 'files-in-no-newsletter'}/${file.key}`,
    isUsed: used.has(file.key),
  });
}

function addNewsletter(
  archive: ZipArchive,
  context: AppContext,
  school: School,
  newsletter: ArchivedNewsletter,
  keys: ReadonlySet<string>,
): void {
  const { publicUrl } = context.config;
  const path = archivePathOf(newsletter);
  const read = () => findNewsletterWithPage(context.database, school.id, newsletter.id);
  archive.add(`${path}.html`, async () => offlinePage((await read())?.newsletter.body ?? '', publicUrl));
  archive.add(`${path}.json`, async () => json(newsletterJson(await read(), keys)));
  if (hasOtherEdition(newsletter))
    archive.add(`${path}.published.html`, async () =>
      offlinePage((await read())?.published ?? '', publicUrl),
    );
}

function newsletterJson(
  read: Awaited<ReturnType<typeof findNewsletterWithPage>>,
  keys: ReadonlySet<string>,
): object {
  if (read === null) return {};
  const { newsletter: row } = read;
  const code = storedBlocks(row.code, row.codeVersion);
  return {
    title: row.title,
    layout_type: row.layoutType,
    status: row.status,
    slug: row.slug,
    // Own files by their paths relative to the archive's pages.
    code: withAddresses(code, (path) => `..${path}`),
    // Files that the code uses, but that are deleted and so not in the archive.
    missing_files: [...keysIn(code)].filter((key) => !keys.has(key)),
    footerContent: row.footerContent,
    created_at: row.createdAt,
    updated_at: row.updatedAt,
    published_at: row.publishedAt,
  };
}

function keysIn(code: readonly StoredBlock[]): ReadonlySet<string> {
  const paths = code.flatMap((block) => (isEmptySpace(block) ? [] : filesOf(block)));
  return new Set(paths.map(fileKeyOf).filter((key) => key !== null));
}

async function detailsOf({ database }: AppContext, school: School): Promise<object> {
  const logo = school.logo?.replace(/^\//, '') ?? null;
  const pages = await findSchoolPages(database, school.id);
  return {
    ...attributesOf(shownSchoolFields, school, { logo }),
    pages: pages && attributesOf(shownPages, pages),
    created_at: school.createdAt,
  };
}

// The settings for families' own sign-up and choices.
async function familiesOf({ database }: AppContext, { id }: School): Promise<object> {
  const { approval, languages, digestWeekday } = await findFamilySettings(database, id);
  return { approval, languages, digest_weekday: digestWeekday };
}

function peopleCsv(context: AppContext, { id }: School): Readable {
  const headings = ['first_name', 'last_name', 'email', 'role', 'status', 'telephone', 'address'];
  async function* rows() {
    const people = await listPeople(context.database, id);
    yield people.map((one) => [
      one.firstName,
      one.lastName,
      one.email,
      one.role,
      one.status,
      one.telephone,
      one.address,
    ]);
  }
  return csvOf(headings, rows());
}

function groupsCsv({ database }: AppContext, { id }: School): Readable {
  async function* rows() {
    const groups = await listGroups(database, id);
    yield groups.map(({ name, retiredAt, isOffered }) => [
      name,
      retiredAt?.toISOString() ?? '',
      String(isOffered),
    ]);
  }
  return csvOf(['group', 'retired_at', 'families_choose_it'], rows());
}

async function* invoiceRows(copies: readonly InvoiceCopy[]) {
  yield copies.map(({ row }) => row);
}

// A file whose bytes are missing becomes an empty entry: the rest is still useful.
async function contentOf(context: AppContext, { key }: ArchivedFile): Promise<EntryContent> {
  return (await context.files.get(key))?.open() ?? '';
}

interface Assets {
  readonly fonts: readonly string[];
  readonly icons: readonly string[];
}

const FONTS_SHEET = 'fonts.css';

async function listAssets(): Promise<Assets> {
  const [fonts, icons] = [
    await readdir(join(PUBLIC, 'fonts')),
    await readdir(join(PUBLIC, 'assets', 'newsletter')),
  ];
  return { fonts: fonts.filter((name) => name !== FONTS_SHEET), icons };
}

// The fonts and icons that the pages need besides the school's files.
function addAssets(archive: ZipArchive, { fonts, icons }: Assets): void {
  archive.add('favicon.svg', () => readFile(join(PUBLIC, 'favicon.svg')));
  archive.add(`fonts/${FONTS_SHEET}`, async () =>
    offlineFonts(await readFile(join(PUBLIC, 'fonts', FONTS_SHEET), 'utf8')),
  );
  for (const name of fonts) archive.add(`fonts/${name}`, () => readFile(join(PUBLIC, 'fonts', name)));
  for (const name of icons)
    archive.add(`assets/newsletter/${name}`, () => readFile(join(PUBLIC, 'assets', 'newsletter', name)));
}

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
