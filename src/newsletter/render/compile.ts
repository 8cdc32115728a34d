import {
  type BlockContext,
  type CalendarEvent,
  type Target,
  WIDE_COLUMN,
} from '#newsletter/document/block.ts';
import {
  type Block,
  type BlockType,
  DEFINITIONS,
  type NewsletterDocument,
} from '#newsletter/document/document.ts';
import {
  BLOCK_GAP,
  COLUMN_PADDING,
  COLUMN_PERCENTS,
  contentWidths,
  EMPTY_SLOT_HEIGHT,
  NEWSLETTER_WIDTH,
  OUTER_PADDING,
  splitFooters,
} from '#newsletter/document/layout.ts';
import { paletteOf, QUIET_COLOUR, type SchoolBranding } from '#newsletter/values/branding.ts';
import { INK } from '#newsletter/values/colour.ts';
import { webAddress } from '#newsletter/values/url.ts';
import { FONTS } from './fonts.ts';
import { envelope, headSection, mailFoot, mailTop, section } from './frame.ts';
import { type Markup, mjml } from './mjml.ts';

/** Compiles documents to MJML for the engine. All markup is made by the escaping `mjml` tag. */

/** The input for a whole newsletter. `origin` is where uploaded files are served, without a trailing slash. */
export type NewsletterSource = {
  readonly title: string;
  readonly document: NewsletterDocument;
  readonly school: SchoolBranding;
  readonly target: Target;
  readonly origin: string;
  /** The public page, which a mail links to. */
  readonly pageUrl?: string;
  readonly unsubscribeUrl?: string;
  /** Shown beside the subject in the inbox. */
  readonly previewText?: string;
  /** The URL of an event's calendar file. Absent: no calendar links. */
  readonly calendarUrl?: (event: CalendarEvent) => string;
};

/** The MJML of a whole newsletter: the content of the public page, or a mail with its title and links. */
export function compileNewsletter(source: NewsletterSource): string {
  const { document, school, target } = source;
  const widths = contentWidths(document.layout);
  const percents = COLUMN_PERCENTS[document.layout];
  const { columns, footers } = splitFooters(document);
  const filled = columns.map((column, index) => {
    const context = contextOf({
      ...source,
      width: widths[index] ?? NEWSLETTER_WIDTH,
      padding: `${BLOCK_GAP / 2}px ${COLUMN_PADDING}px`,
    });
    const blocks = column.map((block) => (block === null ? GAP : blockMarkup(block, context)));
    return mjml`<mj-column width="${percents[index] ?? 100}%">${blocks}</mj-column>`;
  });
  const footContext = contextOf({ ...source, width: NEWSLETTER_WIDTH, padding: '0' });
  const body = mjml`${target === 'mail' && mailTop(source)}${headSection(source)}<mj-section padding="${OUTER_PADDING}px" background-color="#ffffff" css-class="ink-columns">${filled}</mj-section>${footers.map((block) => section(blockMarkup(block, footContext)))}${target === 'mail' && mailFoot(source)}`;
  const background = target === 'mail' ? paletteOf(school).surround : null;
  return envelope({ ...source, language: school.language, width: NEWSLETTER_WIDTH, background, body });
}

const GAP = mjml`<mj-spacer height="${EMPTY_SLOT_HEIGHT}px" />`;

/** The input for one slot of the canvas. `width` is the content width in pixels. */
export type BlockSource = {
  readonly block: Block;
  readonly school: SchoolBranding;
  readonly width: number;
  readonly origin: string;
  readonly target?: Target;
  readonly pageUrl?: string;
  readonly calendarUrl?: (event: CalendarEvent) => string;
};

/** The MJML of one block, valid or not, for its slot on the canvas. For a footer, `width` is the newsletter's. */
export function compileBlock(source: BlockSource): string {
  const target = source.target ?? 'page';
  const context = contextOf({ ...source, target, padding: '0', placeholder: true });
  const body = section(blockMarkup(source.block, context));
  return envelope({
    title: '',
    language: source.school.language,
    target,
    width: source.width,
    background: null,
    body,
  });
}

/** The MJML of a newsletter's header: the school's logo and bar. */
export function compileHead(source: {
  readonly school: SchoolBranding;
  readonly origin: string;
  readonly target?: Target;
}): string {
  const target = source.target ?? 'page';
  const body = headSection({ ...source, target });
  return envelope({
    title: '',
    language: source.school.language,
    target,
    width: NEWSLETTER_WIDTH,
    background: null,
    body,
  });
}

/** The MJML of one of the product's own mails, such as a password link: paragraphs and at most one button. */
export function compileMail(mail: {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly button?: { readonly text: string; readonly url: string };
  readonly productName?: string;
}): string {
  const heading = FONTS.mail.heading;
  const product = mail.productName ?? 'Inkwell';
  const url = webAddress(mail.button?.url ?? '');
  const action =
    url !== null &&
    mjml`<mj-button href="${url}" target="_self" align="left" padding="8px 32px 16px" background-color="${INK}" color="#ffffff" border-radius="10px" font-size="16px" font-weight="600" line-height="24px" inner-padding="12px 24px">${mail.button?.text}</mj-button><mj-text padding="0 32px 8px" font-size="13px" line-height="20px" color="${QUIET_COLOUR}"><p style="margin:0">If the button does not work, copy this address into your browser:</p><p style="margin:0;word-break:break-all">${url}</p></mj-text>`;
  const body = mjml`<mj-section padding="32px 0 16px"><mj-column width="100%"><mj-text padding="0 32px" color="${INK}"><p style="margin:0;font-family:${heading};font-size:24px;line-height:32px;font-weight:700;color:${INK}">${product}</p></mj-text></mj-column></mj-section><mj-section padding="0" background-color="#ffffff" border-radius="16px"><mj-column width="100%"><mj-divider padding="0" border-width="8px" border-color="#34c3ee" /><mj-text padding="28px 32px 8px" color="${INK}"><h1 style="margin:0;font-family:${heading};font-size:22px;line-height:30px;font-weight:600;color:${INK}">${mail.subject}</h1></mj-text>${mail.paragraphs.map((words) => mjml`<mj-text padding="6px 32px 10px" font-size="16px" line-height="25px" color="${INK}"><p style="margin:0">${words}</p></mj-text>`)}${action}<mj-spacer height="20px" /></mj-column></mj-section><mj-section padding="16px"><mj-column width="100%"><mj-spacer height="8px" /></mj-column></mj-section>`;
  return envelope({
    title: mail.subject,
    language: 'en',
    target: 'mail',
    width: 560,
    background: '#fbfaf6',
    body,
  });
}

type ContextSource = Omit<BlockSource, 'block' | 'target'> & {
  readonly target: Target;
  readonly padding: string;
  readonly placeholder?: boolean;
};

function contextOf(source: ContextSource): BlockContext {
  const { school, target, width, origin, padding } = source;
  return {
    school,
    target,
    width: Math.max(1, Math.floor(width)),
    origin,
    padding,
    palette: paletteOf(school),
    fonts: FONTS[target],
    text: width >= WIDE_COLUMN ? { size: 16, line: 25 } : { size: 15, line: 23 },
    pageUrl: webAddress(source.pageUrl ?? ''),
    calendarUrl: source.calendarUrl ?? null,
    placeholder: source.placeholder ?? false,
  };
}

function blockMarkup<Type extends BlockType>(block: Block<Type>, context: BlockContext): Markup {
  return DEFINITIONS[block.type].toMjml(block.value, context, block.name);
}

/** The engine's output, split into style rules and body content, for a page or a shadow root. */
export type Fragment = { readonly styles: string; readonly body: string };

/**
 * Splits the engine's output. Drops Outlook's conditional comments and the `role="article"` wrapper. Throws if the input
 * is not a complete document.
 */
export function fragmentOf(html: string): Fragment {
  const plain = html
    .replace(/<!--\[if (?!!mso)[\s\S]*?<!\[endif\]-->/g, '')
    .replace(/<!--\[if !mso\]><!-->|<!--<!\[endif\]-->/g, '');
  const start = plain.indexOf('<body');
  const inside = plain.indexOf('>', start) + 1;
  const end = plain.lastIndexOf('</body>');
  if (start < 0 || inside === 0 || end < inside) throw new Error('The engine’s output is not a document');
  const styles = [...plain.slice(0, start).matchAll(/<style type="text\/css">([\s\S]*?)<\/style>/g)].map(
    (match) => match[1]?.trim(),
  );
  return { styles: styles.join('\n'), body: unwrap(plain.slice(inside, end).trim()) };
}

function unwrap(body: string): string {
  const wrapper = /^<div[^>]* role="article"[^>]*>/.exec(body)?.[0];
  return wrapper === undefined || !body.endsWith('</div>')
    ? body
    : body.slice(wrapper.length, -'</div>'.length);
}
