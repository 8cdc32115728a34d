/** The content of a public page, read from its own markup, and therefore exactly what everybody can see. */

export type PageFacts = {
  /** Its words below the title, in one line; a point separates fragments that are not sentences from the following text. */
  readonly text: string;
  /** Its first picture: its path on this server or its URL, the addresses of its copies, and its description; null: none. */
  readonly picture: { readonly address: string; readonly srcset: string; readonly alt: string } | null;
};

/**
 * Reads a page made by `buildPage`. `origin` is the origin of the link preview's picture, which is left out; `date` is
 * the date in the masthead, in words.
 */
export function factsOfPage(page: string, origin: string, date: string): PageFacts {
  const article = /<article class="ink-card">([\s\S]*)<\/article>/.exec(page)?.[1] ?? '';
  // The masthead has the title, the school and the day, which are shown beside the text anyway.
  const head = article.indexOf('</h1>');
  const pieces = piecesOf(head < 0 ? article : article.slice(head));
  return { text: joined(without(date, pieces)), picture: pictureOf(page, article, origin) };
}

// The texts of paragraphs, headings, cells and so on.
function piecesOf(markup: string): readonly string[] {
  const words = markup
    .replace(
      /<!--[\s\S]*?-->|<style[\s\S]*?<\/style>|<(a|div) [^>]*class="[^"]*ink-calendar[\s\S]*?<\/\1>/g,
      PART,
    )
    .replace(/<br\b[^>]*>/g, ' ')
    .replace(/<\/?(?:p|h\d|li|ul|ol|div|tr|td|th|table|section|figure|figcaption|blockquote)\b[^>]*>/g, PART)
    .replace(/<[^>]*>/g, '');
  return words.split(PART).flatMap((piece) => decoded(piece).replace(/\s+/g, ' ').trim() || []);
}

const PART = '\u2029';

/** The pieces without a leading text, if they begin with it. */
function without(text: string, pieces: readonly string[]): readonly string[] {
  const [first, ...others] = pieces;
  if (first === undefined || text === '') return pieces;
  if (text.startsWith(first)) return without(text.slice(first.length).trim(), others);
  return first.startsWith(text) ? [first.slice(text.length).trim(), ...others].filter(Boolean) : pieces;
}

function joined(pieces: readonly string[]): string {
  return pieces
    .map((piece) => (/[.!?…:;,]$/.test(piece) ? `${piece} ` : `${piece} · `))
    .join('')
    .replace(/[ ·]+$/, '');
}

// A preview without a picture shows the logo, as a small card.
function pictureOf(page: string, article: string, origin: string): PageFacts['picture'] {
  if (!page.includes('<meta name="twitter:card" content="summary_large_image">')) return null;
  const full = metaOf(page, 'og:image');
  const address = full.startsWith(`${origin}/`) ? full.slice(origin.length) : full;
  if (address === '') return null;
  const images = article.match(/<img\b[^>]*>/g) ?? [];
  const shown = images.find((image) => decoded(attributeOf(image, 'src')) === address);
  return {
    address,
    srcset: decoded(attributeOf(shown ?? '', 'srcset')),
    alt: metaOf(page, 'og:image:alt'),
  };
}

function metaOf(page: string, property: string): string {
  const tag = page
    .match(/<meta property="[^>]*>/g)
    ?.find((meta) => attributeOf(meta, 'property') === property);
  return decoded(attributeOf(tag ?? '', 'content'));
}

function attributeOf(tag: string, name: string): string {
  return new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? '';
}

const NAMED: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', ' '],
]);

function decoded(markup: string): string {
  return markup.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]+));/gi, (entity, decimal, hex, name) => {
    if (name !== undefined) return NAMED.get(String(name).toLowerCase()) ?? entity;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : entity;
  });
}
