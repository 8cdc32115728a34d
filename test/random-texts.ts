/** Random texts that are difficult to serialise. */

/** A seeded random number generator; numbers are from 0 to 1. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** A random item of a list. */
export function pick<Item>(random: () => number, items: readonly Item[]): Item {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new RangeError('Nothing to pick from');
  return item;
}

const PIECES = [
  'Year 6',
  ' ',
  '  ',
  '\n',
  '\t',
  '"',
  "'",
  '`',
  '\\',
  '&',
  '&amp;',
  '&#34;',
  '<',
  '>',
  '</p>',
  '<b>',
  '<script>',
  '-->',
  '<!--',
  ']]>',
  '{{x}}',
  '$',
  '{x}',
  'Żółć',
  'Ελλάδα',
  'Привіт',
  'مدرسة',
  '学校',
  'é',
  'e\u0301',
  '🎃',
  '👩‍🏫',
  '\u00a0',
  '\u200b',
  '\u202e',
  '\u2028',
  '\u0000',
  '\u0007',
  '\u0085',
  '\u009f',
  '\ud800',
  '\udfff',
  '\ufffe',
  '=',
  ';',
  ':',
  '/',
  '%',
  '#',
  'onerror=',
  'style="x"',
  'javascript:',
] as const;

/** Text that is difficult to serialise; never blank. */
export function randomText(random: () => number, most = 8): string {
  const length = 1 + Math.floor(random() * most);
  return `a${Array.from({ length }, () => pick(random, PIECES)).join('')}`;
}

const TAGS = [
  'p',
  'h1',
  'h2',
  'h3',
  'ul',
  'ol',
  'li',
  'strong',
  'b',
  'em',
  'i',
  'u',
  'br',
  'div',
  'span',
  'table',
  'script',
  'svg',
  'img',
] as const;

const LANGUAGES = ['pl', 'ar-EG', 'xx', ''] as const;

/** Malformed HTML: unbalanced, wrongly nested, with unwanted attributes. */
export function randomHtml(random: () => number, most = 24): string {
  const length = 1 + Math.floor(random() * most);
  const pieces = Array.from({ length }, () => {
    const kind = random();
    if (kind < 0.35) return randomText(random, 3);
    if (kind < 0.7)
      return `<${pick(random, TAGS)}${random() < 0.2 ? ` onclick="${randomText(random, 2)}"` : ''}>`;
    if (kind < 0.86) return `</${pick(random, TAGS)}>`;
    if (kind < 0.9) return `<span lang="${pick(random, LANGUAGES)}">`;
    return `<a href="${randomAddress(random)}">${randomText(random, 2)}${random() < 0.7 ? '</a>' : ''}`;
  });
  return `<p>a${pieces.join('')}`;
}

/** A URL, mostly valid. */
export function randomAddress(random: () => number): string {
  const path = encodeURI(
    randomText(random, 3)
      .toWellFormed()
      .replace(/\p{Cc}/gu, ''),
  );
  return pick(random, [
    `https://example.org/${path}?a=1&b='2'`,
    `https://пример.example/${path}#"x"`,
    'https://example.org/a b\\c`d',
    'https://[::1]:8080/',
  ]);
}

/** A colour such as '#1f5d45'. */
export function randomColour(random: () => number): string {
  return `#${Math.floor(random() * 0xffffff)
    .toString(16)
    .padStart(6, '0')}`;
}

/** The path of an own file, or a URL that is mostly valid. */
export function randomFile(random: () => number): string {
  return random() < 0.5
    ? pick(random, ['/files/3c/menu.pdf', '/files/3c/film.mp4', '/files/3c/photo.webp'])
    : randomAddress(random);
}
