const LANGUAGES = new Set(['ar', 'arc', 'ckb', 'dv', 'fa', 'he', 'ps', 'sd', 'ug', 'ur', 'yi']);

/** Whether a language, a BCP 47 tag, is written from right to left. */
export function isRightToLeft(language: string): boolean {
  return LANGUAGES.has(language.toLowerCase().split('-')[0] ?? '');
}

/**
 * What the engine made, as it is read in a language: with left and right exchanged where that is written from right to
 * left. The engine knows one direction only, and mail programs take no style sheet that would correct it. What stands
 * in the middle stays there.
 */
export function directed(html: string, language: string): string {
  return isRightToLeft(language) ? mirrored(html) : html;
}

function mirrored(html: string): string {
  return html.replace(/<[a-z][^<>]*>/gi, (tag) =>
    tag
      .replace(/(?<= (?:dir|align)=")(?:auto|left|right)(?=")/g, otherSide)
      .replace(/(?<= style=")[^"]*(?=")/, (style) => style.split(';').map(mirroredPart).join(';')),
  );
}

const OTHERS: ReadonlyMap<string, string> = new Map([
  ['left', 'right'],
  ['right', 'left'],
  ['ltr', 'rtl'],
  ['auto', 'rtl'],
]);

function otherSide(side: string): string {
  return OTHERS.get(side) ?? side;
}

function mirroredPart(part: string): string {
  const [, property = '', value = ''] = /^([a-z-]+):(.*)$/.exec(part) ?? [];
  if (/^(?:text-align|direction|float)$/.test(property)) return `${property}:${otherSide(value)}`;
  if (/^(?:padding|margin|border)-(?:left|right)\b/.test(property))
    return `${property.replace(/left|right/, otherSide)}:${value}`;
  const [first = '', second, third, fourth] = value.split(' ');
  if (property === 'border-radius' && third !== undefined)
    return `${property}:${second} ${first} ${fourth ?? second} ${third}`;
  if (/^(?:padding|margin)$/.test(property) && fourth !== undefined)
    return `${property}:${first} ${fourth} ${third} ${second}`;
  return part;
}
