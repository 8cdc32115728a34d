import { ERROR_MESSAGES } from '#contract/errors.ts';
import { FILES_PATH } from '#contract/files.ts';
import { ALL_DATES, calendarPath, PUBLISHED_PATH, READER_PATH } from '#contract/paths.ts';
import { inColours } from '#newsletter/designs/colours.ts';
import { designId } from '#newsletter/designs/index.ts';
import type { CalendarEvent } from '#newsletter/document/block.ts';
import {
  fromCode,
  type LayoutType,
  type NewsletterDocument,
  type NewsletterSettings,
  type StoredBlock,
} from '#newsletter/document/document.ts';
import { blocksOf } from '#newsletter/document/layout.ts';
import { summaryOf } from '#newsletter/document/summary.ts';
import { datesOf } from '#newsletter/document/traits.ts';
import { upgradeCode } from '#newsletter/document/upgrade.ts';
import { compileNewsletter } from '#newsletter/render/compile-newsletter.ts';
import { textOfNewsletter } from '#newsletter/render/compile-text.ts';
import { fragmentOf } from '#newsletter/render/fragment.ts';
import { PREFERENCES_PLACEHOLDER, UNSUBSCRIBE_PLACEHOLDER } from '#newsletter/render/mailing.ts';
import { buildPage } from '#newsletter/render/page.ts';
import { pictureAddresses, reservePictureSpace } from '#newsletter/render/page-pictures.ts';
import { type PictureSize, withCutCopies } from '#newsletter/render/picture-copies.ts';
import { mirrorIfRightToLeft } from '#newsletter/values/right-to-left.ts';
import { dayIn } from '#newsletter/values/time-zone.ts';
import type { AppContext } from '#server/context.ts';
import { brandingOf } from '#server/data/families/branding.ts';
import { withoutMissingFiles } from '#server/data/missing-files.ts';
import type { School } from '#server/data/schools.ts';
import type { Newsletter } from '#server/features/newsletters/repo.ts';
import { unavailable } from '#server/platform/http/errors.ts';
import { RenderFailed } from '#server/platform/renderer/renderer.ts';
import { calendarKey, eventsOf, type ShownEvent } from './calendar-entries.ts';
import { pictureSizes } from './picture-sizes.ts';
import { qrCodeOf } from './qr-code.ts';

/** Public pages refer to own files by path, so that they work under every host name of the server. */
const SAME_ORIGIN = '';

/** A draft rendered as a page. Throws 503 'error saved' if the renderer fails. */
export async function renderDraft(
  context: AppContext,
  school: School,
  draft: SettingsSource & {
    readonly title: string;
    readonly layoutType: LayoutType;
    readonly code: readonly StoredBlock[];
  },
): Promise<string> {
  const shown = await withoutMissingFiles(context.database, school.id, draft.code);
  const document = fromCode(draft.layoutType, shown, settingsOf(draft));
  return await pageOf(context, school, { title: draft.title, document, url: '', date: context.clock.now() });
}

/** Everything that readers get: the public page, both parts of the mail, the link preview's text, the events. */
export async function renderEdition(
  context: AppContext,
  school: School,
  newsletter: Newsletter,
  { slug, publishedAt }: { readonly slug: string; readonly publishedAt: Date },
): Promise<
  Record<'pageHtml' | 'mailHtml' | 'mailText' | 'description', string> & {
    readonly events: readonly ShownEvent[];
  }
> {
  const { publicUrl } = context.config;
  const document = await readersDocument(context, school, newsletter);
  const { title } = newsletter;
  const url = publicUrl + PUBLISHED_PATH + slug;
  const events = eventsOf(newsletter, document, school.timeZone);
  const today = dayIn(school.timeZone, publishedAt);
  const coming = blocksOf(document)
    .flatMap(datesOf)
    .filter(({ date, lastDay = date }) => lastDay >= today);
  const allDates = coming.length > 1 ? { calendarUrl: calendarPath(slug, ALL_DATES) } : {};
  return {
    ...(await mailOf(context, school, { title, document, slug, date: publishedAt })),
    events,
    pageHtml: await pageOf(context, school, { title, document, url, date: publishedAt, slug, ...allDates }),
    description: summaryOf({ document, school, origin: publicUrl }).description,
  };
}

/** A newsletter's document as readers get it: in the current format, without deleted files. */
export async function readersDocument(
  { database }: AppContext,
  school: School,
  newsletter: Pick<Newsletter, 'layoutType' | 'code' | 'codeVersion'> & SettingsSource,
): Promise<NewsletterDocument> {
  const shown = await withoutMissingFiles(
    database,
    school.id,
    upgradeCode(newsletter.code, newsletter.codeVersion),
  );
  return fromCode(newsletter.layoutType, shown, settingsOf(newsletter));
}

/** What of a row says how it looks. */
type SettingsSource = Pick<Newsletter, 'design' | 'colours' | 'issueDate'>;

function settingsOf({ design, colours, issueDate }: SettingsSource): NewsletterSettings {
  return { design: designId(design), colours, issueDate };
}

/** Both parts of a newsletter's mail. A draft may have no slug, so no link to its page. */
export async function mailOf(
  context: AppContext,
  school: School,
  {
    title,
    document,
    date,
    slug,
    isForStaff = false,
  }: {
    readonly title: string;
    readonly document: NewsletterDocument;
    /** When it is or was published. */
    readonly date: Date;
    readonly slug?: string;
    /** Whether it is for a colleague to read, who is on no list and has nothing to unsubscribe from. */
    readonly isForStaff?: boolean;
  },
): Promise<{ readonly mailHtml: string; readonly mailText: string }> {
  const { publicUrl } = context.config;
  const source = {
    title,
    document,
    school: brandingOf(school),
    target: 'mail',
    origin: publicUrl,
    today: dayIn(school.timeZone, date),
    ...(slug !== undefined && {
      pageUrl: publicUrl + PUBLISHED_PATH + slug,
      calendarUrl: (event: CalendarEvent) => publicUrl + calendarPath(slug, calendarKey(event)),
    }),
    ...(!isForStaff && {
      unsubscribeUrl: `${publicUrl}/unsubscribe/${UNSUBSCRIBE_PLACEHOLDER}`,
      preferencesUrl: publicUrl + READER_PATH + PREFERENCES_PLACEHOLDER,
    }),
  } as const;
  const html = await render(context, compileNewsletter(source));
  return {
    mailHtml: mirrorIfRightToLeft(await withCutPictures(context, school, html), school.language),
    mailText: textOfNewsletter(source),
  };
}

async function pageOf(
  context: AppContext,
  school: School,
  {
    title,
    document,
    url,
    date,
    slug,
    calendarUrl,
  }: {
    readonly title: string;
    readonly document: NewsletterDocument;
    readonly url: string;
    readonly date: Date;
    readonly slug?: string;
    /** The calendar file with all events. */
    readonly calendarUrl?: string;
  },
): Promise<string> {
  const { publicUrl, product } = context.config;
  const branding = brandingOf(school);
  const compiled = compileNewsletter({
    title,
    document,
    school: branding,
    target: 'page',
    origin: SAME_ORIGIN,
    today: dayIn(school.timeZone, date),
    ...(slug === undefined
      ? {}
      : { calendarUrl: (event: CalendarEvent) => calendarPath(slug, calendarKey(event)) }),
  });
  const { body, styles } = fragmentOf(await render(context, compiled));
  const summary = summaryOf({ document, school, origin: publicUrl });
  return buildPage({
    // Only for editions: a draft is rendered at every pause in typing.
    body: slug === undefined ? body : await withPictureSizes(context, school, body),
    styles,
    // Link previews need absolute addresses.
    ...summary,
    imageSize: slug === undefined ? undefined : await pictureSize(context, school, summary.image),
    title,
    school: inColours(branding, document.colours),
    design: document.design,
    language: school.language,
    publishedOn: dayIn(school.timeZone, date),
    url,
    productName: product.name,
    productUrl: publicUrl,
    ...(calendarUrl === undefined ? {} : { calendarUrl }),
    ...(url === '' ? {} : { qrCode: qrCodeOf(url) }),
  });
}

async function pictureSize(
  { database, config }: AppContext,
  school: School,
  address: string | null,
): Promise<PictureSize | undefined> {
  if (!address?.startsWith(config.publicUrl + FILES_PATH)) return undefined;
  const path = address.slice(config.publicUrl.length);
  return (await pictureSizes(database, school.id, [path])).get(path);
}

async function withPictureSizes({ database }: AppContext, school: School, body: string): Promise<string> {
  return reservePictureSpace(body, await pictureSizes(database, school.id, pictureAddresses(body)));
}

async function withCutPictures(
  { config, database }: AppContext,
  school: School,
  mail: string,
): Promise<string> {
  const { publicUrl } = config;
  const pathOf = (address: string) =>
    address.startsWith(publicUrl) ? address.slice(publicUrl.length) : address;
  const known = await pictureSizes(database, school.id, pictureAddresses(mail).map(pathOf));
  return withCutCopies(mail, (address) => known.get(pathOf(address)));
}

async function render(context: AppContext, mjml: string): Promise<string> {
  try {
    return await context.renderer.render(mjml);
  } catch (error) {
    if (!(error instanceof RenderFailed)) throw error;
    const refusal = unavailable(ERROR_MESSAGES.saveFailed);
    refusal.cause = error;
    throw refusal;
  }
}
