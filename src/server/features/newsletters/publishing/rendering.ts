import { ERROR_MESSAGES } from '#contract/errors.ts';
import { ALL_DATES, calendarPath, PUBLISHED_PATH, READER_PATH } from '#contract/paths.ts';
import { FILES_PATH } from '#contract/rules/stored-files.ts';
import { inColours } from '#newsletter/designs/colours.ts';
import { documentFor } from '#newsletter/document/arrange.ts';
import type { CalendarEvent } from '#newsletter/document/block.ts';
import {
  fromCode,
  isEmptySpace,
  type LayoutType,
  type NewsletterDocument,
  type StoredBlock,
} from '#newsletter/document/document.ts';
import { blocksOf } from '#newsletter/document/layout.ts';
import { type MissingFiles, withoutMissing } from '#newsletter/document/missing-files.ts';
import { summaryOf } from '#newsletter/document/summary.ts';
import { datesOf } from '#newsletter/document/traits.ts';
import { upgradeCode } from '#newsletter/document/upgrade.ts';
import type { AudienceMarks } from '#newsletter/render/audience-marks.ts';
import { compileNewsletter } from '#newsletter/render/compile-newsletter.ts';
import { textOfNewsletter } from '#newsletter/render/compile-text.ts';
import { fragmentOf } from '#newsletter/render/fragment.ts';
import { PREFERENCES_PLACEHOLDER, UNSUBSCRIBE_PLACEHOLDER } from '#newsletter/render/mailing.ts';
import { buildPage } from '#newsletter/render/page.ts';
import { pictureAddresses, reservePictureSpace } from '#newsletter/render/page-pictures.ts';
import { type PictureSize, withMailCopies } from '#newsletter/render/picture-copies.ts';
import { DEFAULT_SETTINGS, type SettingName, settingsOf } from '#newsletter/settings/settings.ts';
import { qrCodeOf } from '#newsletter/values/qr-code.ts';
import { mirrorIfRightToLeft } from '#newsletter/values/right-to-left.ts';
import { dayIn } from '#newsletter/values/time-zone.ts';
import type { AppContext } from '#server/context.ts';
import { brandingOf } from '#server/data/families/branding.ts';
import { missingFiles } from '#server/data/missing-files.ts';
import type { School } from '#server/data/schools.ts';
import type { Newsletter, Unrendered } from '#server/features/newsletters/repo.ts';
import { fileKeysIn } from '#server/platform/files/own-addresses.ts';
import { unavailable } from '#server/platform/http/errors.ts';
import { RenderFailed } from '#server/platform/renderer/renderer.ts';
import { calendarKey, eventsOf, type PublishedEvent } from './calendar-entries.ts';
import { withSchoolDates } from './filled-blocks.ts';
import { pictureSizes } from './picture-sizes.ts';

/** Public pages refer to own files by path, so that they work under every host name of the server. */
const SAME_ORIGIN = '';

/**
 * A draft rendered as the public page: without blocks for groups; with `marks`, with all blocks, each with the groups that see
 * it. Throws 503 'error saved' if the renderer fails.
 */
export async function renderDraft(
  context: AppContext,
  school: School,
  draft: Partial<Pick<Newsletter, SettingName>> & {
    readonly title: string;
    readonly layoutType: LayoutType;
    readonly code: readonly StoredBlock[];
  },
  {
    marks,
    missing,
  }: {
    readonly marks?: AudienceMarks;
    /** The draft's missing files, if already known. */
    readonly missing?: MissingFiles;
  } = {},
): Promise<string> {
  const deleted = missing ?? (await missingFiles(context.database, school.id, draft.code));
  const shown = await withSchoolDates(context, school, withoutMissingFiles(draft.code, deleted));
  const all = fromCode(draft.layoutType, shown, settingsOf({ ...DEFAULT_SETTINGS, ...draft }));
  const document = marks === undefined ? documentFor(all, NO_GROUPS) : all;
  const date = context.clock.now();
  return await pageOf(context, school, {
    title: draft.title,
    document,
    url: '',
    date,
    ...optional({ marks }),
  });
}

const NO_GROUPS: ReadonlySet<string> = new Set();

/**
 * Everything that readers in no group get: the public page, both parts of the mail, the link preview's text; and the
 * events of all blocks.
 */
export async function renderEdition(
  context: AppContext,
  school: School,
  newsletter: Unrendered,
  { slug, publishedAt }: { readonly slug: string; readonly publishedAt: Date },
): Promise<
  Record<'pageHtml' | 'mailHtml' | 'mailText' | 'description', string> & {
    readonly events: readonly PublishedEvent[];
    /** The keys of the files that any readers see; empty without blocks for groups. */
    readonly groupFiles: readonly string[];
  }
> {
  const { publicUrl } = context.config;
  const all = await readersDocument(context, school, newsletter);
  const document = documentFor(all, NO_GROUPS);
  const { title } = newsletter;
  const shown = { title, document, slug, date: publishedAt };
  return {
    ...(await mailOf(context, school, shown)),
    events: eventsOf(newsletter, all, school.timeZone),
    pageHtml: await editionPage(context, school, shown),
    description: summaryOf({ document, school, origin: publicUrl }).description,
    groupFiles: document === all ? [] : await filesShown(context, school, { ...shown, document: all }),
  };
}

/** The page of an edition at an address, with the dates that it shows. */
export async function editionPage(
  context: AppContext,
  school: School,
  shown: {
    readonly title: string;
    readonly document: NewsletterDocument;
    readonly slug: string;
    readonly date: Date;
    /** Whether it is the page of a mail with blocks for groups. */
    readonly isForGroups?: boolean;
  },
): Promise<string> {
  const today = dayIn(school.timeZone, shown.date);
  const coming = blocksOf(shown.document)
    .flatMap(datesOf)
    .filter(({ date, lastDay = date }) => lastDay >= today);
  const calendarUrl = calendarPath(shown.slug, ALL_DATES);
  const url = context.config.publicUrl + PUBLISHED_PATH + shown.slug;
  return await pageOf(context, school, { ...shown, url, ...(coming.length > 1 && { calendarUrl }) });
}

// Read from the rendering: an uncropped original, which readers do not see, does not count.
async function filesShown(
  context: AppContext,
  school: School,
  shown: Parameters<typeof editionPage>[2],
): Promise<readonly string[]> {
  const { mailHtml } = await mailOf(context, school, shown);
  return fileKeysIn(mailHtml + (await editionPage(context, school, shown)));
}

/** A newsletter's document as readers get it: in the current format, without deleted files; a draft with today's dates. */
export async function readersDocument(
  context: AppContext,
  school: School,
  newsletter: Pick<Newsletter, 'layoutType' | 'code' | 'codeVersion'> &
    Partial<Pick<Newsletter, SettingName>>,
): Promise<NewsletterDocument> {
  const code = upgradeCode(newsletter.code, newsletter.codeVersion);
  const missing = await missingFiles(context.database, school.id, code);
  const shown = await withSchoolDates(context, school, withoutMissingFiles(code, missing));
  return fromCode(newsletter.layoutType, shown, settingsOf({ ...DEFAULT_SETTINGS, ...newsletter }));
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
    marks,
  }: {
    readonly title: string;
    readonly document: NewsletterDocument;
    /** When it is or was published. */
    readonly date: Date;
    readonly slug?: string;
    /** Whether it is for a colleague, who is on no list and has nothing to unsubscribe from. */
    readonly isForStaff?: boolean;
    readonly marks?: AudienceMarks;
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
    ...optional({ marks }),
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
    marks,
    isForGroups,
  }: {
    readonly title: string;
    readonly document: NewsletterDocument;
    readonly url: string;
    readonly date: Date;
    readonly slug?: string;
    /** The calendar file with all events. */
    readonly calendarUrl?: string;
    readonly marks?: AudienceMarks;
    readonly isForGroups?: boolean;
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
    ...optional({ marks }),
    ...(slug === undefined
      ? {}
      : { calendarUrl: (event: CalendarEvent) => calendarPath(slug, calendarKey(event)) }),
  });
  const { body, styles } = fragmentOf(await render(context, compiled));
  const summary = summaryOf({ document, school, origin: publicUrl });
  return buildPage({
    // Only for editions, because a draft is rendered at every pause in typing.
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
    ...(isForGroups === undefined ? {} : { isForGroups }),
    ...(url === '' ? {} : { qrCode: qrCodeOf(url, 0) }),
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
  return withMailCopies(mail, (address) => known.get(pathOf(address)));
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

function optional({ marks }: { readonly marks: AudienceMarks | undefined }) {
  return marks === undefined ? {} : { marks };
}

/** The blocks as readers get them, as if deleted files had never been chosen. */
function withoutMissingFiles(code: readonly StoredBlock[], missing: MissingFiles): readonly StoredBlock[] {
  return code.map((block) => (isEmptySpace(block) ? block : withoutMissing(block, missing)));
}
