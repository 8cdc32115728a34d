import { inColours } from '#newsletter/designs/colours.ts';
import type { NewsletterDocument } from '#newsletter/document/document.ts';
import { type MissingFiles, withoutMissing } from '#newsletter/document/missing-files.ts';
import type { AudienceMarks } from '#newsletter/render/audience-marks.ts';
import { compileNewsletter } from '#newsletter/render/compile-newsletter.ts';
import { fragmentOf } from '#newsletter/render/fragment.ts';
import { buildPage } from '#newsletter/render/page.ts';
import { withPreviewedCuts } from '#newsletter/render/picture-copies.ts';
import type { SchoolBranding } from '#newsletter/values/branding.ts';
import { mirrorIfRightToLeft } from '#newsletter/values/right-to-left.ts';
import { createRenderer, type Renderer } from '#web/newsletter-ui/renderer/renderer.ts';

/** A newsletter as it would be published now. */
export interface WholeSource {
  readonly title: string;
  readonly document: NewsletterDocument;
  readonly school: SchoolBranding;
  /** `YYYY-MM-DD` */
  readonly today: string;
  readonly missing: MissingFiles;
  readonly productName: string;
  /** The groups that see each block for groups, if all blocks are shown. */
  readonly marks?: AudienceMarks;
}

/** The HTML documents of the page and of the mail. */
export interface WholeNewsletter {
  readonly page: string;
  readonly mail: string;
}

/** Renders both documents in a worker, and ends the worker. Rejects with `RenderFailed`. */
export async function renderWhole(
  source: WholeSource,
  renderer: Renderer = createRenderer(),
): Promise<WholeNewsletter> {
  try {
    const [page, mail] = await Promise.all([pageOf(source, renderer), mailOf(source, renderer)]);
    return { page: leadingNowhere(page), mail: leadingNowhere(mail) };
  } finally {
    renderer.dispose();
  }
}

async function pageOf(source: WholeSource, renderer: Renderer): Promise<string> {
  const { title, document, school, today, productName } = source;
  const html = await renderer.render('page', compileNewsletter({ ...partsOf(source), target: 'page' }));
  return buildPage({
    ...fragmentOf(html ?? ''),
    title,
    school: inColours(school, document.colours),
    design: document.design,
    description: '',
    image: null,
    language: school.language,
    publishedOn: today,
    // A newsletter that is not published has no address yet.
    url: '',
    productName,
    productUrl: window.location.origin,
  });
}

async function mailOf(source: WholeSource, renderer: Renderer): Promise<string> {
  const { origin } = window.location;
  const mjml = compileNewsletter({
    ...partsOf(source),
    target: 'mail',
    pageUrl: origin,
    unsubscribeUrl: origin,
  });
  const html = withPreviewedCuts((await renderer.render('mail', mjml)) ?? '');
  return mirrorIfRightToLeft(html, source.school.language);
}

function partsOf({ title, document, school, today, missing, marks }: WholeSource) {
  const columns = document.columns.map((column) =>
    column.map((block) => (block === null ? null : withoutMissing(block, missing))),
  );
  return {
    title,
    school,
    today,
    document: { ...document, columns },
    origin: window.location.origin,
    calendarUrl: () => '#',
    ...(marks !== undefined && { marks }),
  };
}

// Links would load in the frame, in place of the newsletter; the sandbox prevents new windows as well.
function leadingNowhere(html: string): string {
  return html
    .replace('<head>', '<head><base target="_blank">')
    .replaceAll('target="_self"', 'target="_blank"');
}
