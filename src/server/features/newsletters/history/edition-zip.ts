import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { failedWords, type SendingOfEdition } from '#contract/history.ts';
import { longDateIn } from '#newsletter/values/dates.ts';
import { timeIn } from '#newsletter/values/time-zone.ts';
import type { AppContext } from '#server/context.ts';
import { findSentVariant, listSentVariants } from '#server/data/groups/sent-variants.ts';
import type { School } from '#server/data/schools.ts';
import { decompress } from '#server/platform/brotli.ts';
import { fileSlug } from '#server/platform/files/file-slug.ts';
import { absoluteBody, fileKeysIn, withOwnFiles } from '#server/platform/files/own-addresses.ts';
import { ZipArchive } from '#server/platform/zip-archive.ts';
import type { findPastEdition } from './editions-repo.ts';
import { deletedKeys, withoutDeleted } from './shown-edition.ts';

/** An edition as one file, as proof of what families got. */

type PastEdition = NonNullable<Awaited<ReturnType<typeof findPastEdition>>>;

interface Proof {
  readonly edition: PastEdition;
  readonly personName: string | null;
  readonly sendings: readonly SendingOfEdition[];
}

/**
 * A ZIP file with the page and the mail in a form that opens without the server, and as they are stored; their files; and
 * `about.txt`: what was published, when, by whom, and to how many it was sent.
 */
export async function editionZip(context: AppContext, school: School, proof: Proof): Promise<Readable> {
  const { page, mail, mailText } = proof.edition;
  const stored = { page: await decompress(page), mail: await decompress(mail) };
  const variants = await storedVariants(context, school.id, proof.edition.id);
  const markup = [stored, ...variants].map(({ page: own, mail: sent }) => `${own}${sent}`).join('');
  const deleted = await deletedKeys(context, school.id, markup);
  const offline = (bytes: Buffer) =>
    offlineMarkup(withoutDeleted(String(bytes), deleted), context.config.publicUrl);
  const about = aboutText(school, proof, {
    deleted: deleted.length,
    variants,
    sums: [
      ['stored/page.html', sumOf(stored.page)],
      ['stored/mail.html', sumOf(stored.mail)],
      ['mail.txt', sumOf(mailText)],
    ],
  });
  const zip = new ZipArchive();
  zip.add('about.txt', async () => about);
  zip.add('page.html', async () => offline(stored.page));
  zip.add('mail.html', async () => offline(stored.mail));
  zip.add('mail.txt', async () => mailText);
  zip.add('stored/page.html', async () => stored.page);
  zip.add('stored/mail.html', async () => stored.mail);
  for (const [index, variant] of variants.entries()) {
    const folder = `for-groups/${index + 1}-${fileSlug(variant.words) || 'groups'}`;
    if (variant.page.length > 0) zip.add(`${folder}.page.html`, async () => inFolder(offline(variant.page)));
    zip.add(`${folder}.mail.html`, async () => inFolder(offline(variant.mail)));
    zip.add(`${folder}.mail.txt`, async () => variant.mailText);
  }
  for (const key of fileKeysIn(markup))
    if (!deleted.includes(key))
      zip.add(`files/${key}`, async () => (await context.files.get(key))?.open() ?? '');
  for (const icon of new Set([...markup.matchAll(ICON)].map(([, name = '']) => name)))
    zip.add(`assets/${icon}`, async () => await readFile(join(ICONS, icon)).catch(() => ''));
  return zip.end();
}

// Files and icons are in folders beside this one.
function inFolder(markup: string): string {
  return markup.replace(/(["'\s,(])(files|assets)\/(?=[a-z0-9-]+\.)/g, '$1../$2/');
}

async function storedVariants({ database }: AppContext, schoolId: string, editionId: string) {
  const found = [];
  for (const { id, words, families } of await listSentVariants(database, schoolId, editionId)) {
    const kept = await findSentVariant(database, schoolId, editionId, id);
    if (kept === null) continue;
    const page = kept.page === null ? Buffer.alloc(0) : await decompress(kept.page);
    const mail = await decompress(kept.mail);
    found.push({ words, families, page, mail, mailText: kept.mailText ?? '' });
  }
  return found;
}

/** The program's icons, such as those of social media. */
const ICONS = fileURLToPath(new URL('../../../../../public/assets/newsletter/', import.meta.url));
const ICON = /="(?:https?:\/\/[^/"]+)?\/assets\/newsletter\/([a-z0-9-]+\.png)"/g;

// Uses the files themselves, not their copies. Fonts stay on the server.
function offlineMarkup(markup: string, publicUrl: string): string {
  const sources = markup.replace(/<source type="image\/webp"[^>]*>/g, '');
  const files = withOwnFiles(sources, publicUrl, (key) => `files/${key}`);
  const icons = files.replace(ICON, '="assets/$1"');
  return absoluteBody(icons.replace(/(["'\s,(]files\/[a-z0-9.]+)\?copy=[^"'\s,)]*/g, '$1'), publicUrl);
}

function aboutText(
  school: School,
  { edition, personName, sendings }: Proof,
  {
    deleted,
    variants,
    sums,
  }: {
    readonly deleted: number;
    readonly variants: readonly { readonly words: string; readonly families: number }[];
    readonly sums: readonly (readonly [string, string])[];
  },
): string {
  const at = (moment: Date) => `${longDateIn(school.timeZone, moment)} at ${timeIn(school.timeZone, moment)}`;
  const by = (name: string | null) => (name === null || name === '' ? '' : ` by ${name}`);
  const { redrawnAt } = edition;
  const lines = [
    edition.title,
    school.name,
    '',
    `Published: ${at(edition.publishedAt)}${by(personName)}`,
    ...(redrawnAt === null ? [] : [`Drawn again before it was sent: ${at(redrawnAt)}`]),
    ...sendings.map(
      ({ sent, started_at, sender, subject, ...counts }) =>
        `Sent: to ${sent}, ${at(new Date(started_at))}${by(sender)}, ${[`subject ‘${subject}’`, ...failedWords(counts)].join('; ')}`,
    ),
    ...(sendings.length === 0 ? ['Not sent by email'] : []),
    ...variants.map(
      ({ words, families }) => `With blocks for ${words}: to ${families}, in the folder ‘for-groups’`,
    ),
    `Times are those of ${school.timeZone}.`,
    ...(deleted === 0 ? [] : [`Files deleted since: ${deleted}. Pictures that are gone say ‘Taken down’.`]),
    '',
    'page.html, mail.html: to open here, with the pictures of the folder ‘files’',
    'mail.txt: the mail’s plain text. Each family’s mail had an unsubscribe link of its own.',
    'stored: page and mail exactly as they are kept. SHA-256:',
    ...sums.map(([name, sum]) => `  ${sum}  ${name}`),
  ];
  return `${lines.join('\r\n')}\r\n`;
}

function sumOf(content: Buffer | string): string {
  return createHash('sha256').update(content).digest('hex');
}
