/** Splits a calendar file into its parts, so that a broken one does not affect the others. */

/** A property: its name, its parameters and its raw value. */
export interface CalendarLine {
  readonly name: string;
  readonly parameters: ReadonlyMap<string, string>;
  readonly value: string;
}

/** An event, or a time zone, of a calendar file. */
export interface CalendarComponent {
  readonly kind: 'VEVENT' | 'VTIMEZONE';
  readonly lines: readonly CalendarLine[];
  /** The text as in the file. */
  readonly text: string;
}

const LINE = /^([A-Z][A-Z0-9-]*)((?:;[A-Z0-9-]+=(?:"[^"]*"|[^":;]*))*):(.*)$/s;
const PARAMETER = /;([A-Z0-9-]+)=(?:"([^"]*)"|([^;]*))/g;
const KINDS = ['VEVENT', 'VTIMEZONE'] as const;

/** The events and time zones of all calendars in a file whose lines are unfolded. */
export function partsOfCalendar(text: string): readonly CalendarComponent[] {
  const parts: CalendarComponent[] = [];
  let kind: CalendarComponent['kind'] | null = null;
  let own: string[] = [];
  let inner = 0;
  for (const line of text.split(/\r\n|\r|\n/)) {
    const begun = KINDS.find((each) => line === `BEGIN:${each}`);
    if (kind === null && begun !== undefined) [kind, own, inner] = [begun, [], 0];
    else if (kind !== null && line === `END:${kind}`) {
      parts.push({ kind, lines: linesOf(own), text: own.join('\r\n') });
      kind = null;
    } else if (kind !== null) {
      // Alarms have descriptions of their own.
      if (kind === 'VEVENT' && line.startsWith('BEGIN:')) inner += 1;
      if (inner === 0) own.push(line);
      if (kind === 'VEVENT' && line.startsWith('END:')) inner -= 1;
    }
  }
  return parts;
}

function linesOf(texts: readonly string[]): readonly CalendarLine[] {
  const lines: CalendarLine[] = [];
  for (const text of texts) {
    const [, name, parameters = '', value = ''] = LINE.exec(text) ?? [];
    const before = lines.at(-1);
    if (name !== undefined) lines.push({ name, parameters: parametersOf(parameters), value });
    // Some programs break the lines of a description.
    else if (before?.name === 'DESCRIPTION')
      lines[lines.length - 1] = { ...before, value: `${before.value}\\n${text}` };
  }
  return lines;
}

function parametersOf(text: string): ReadonlyMap<string, string> {
  return new Map(
    [...text.matchAll(PARAMETER)].map(([, name = '', quoted, plain = '']) => [name, quoted ?? plain]),
  );
}

/** The first property with a given name. */
export function lineNamed({ lines }: CalendarComponent, name: string): CalendarLine | null {
  return lines.find((line) => line.name === name) ?? null;
}

/** The text of a property: unescaped, markup turned into plain text; empty if there is no such property. */
export function wordsNamed(part: CalendarComponent, name: string): string {
  const line = lineNamed(part, name);
  if (line === null) return '';
  const isEncoded = line.parameters.get('ENCODING') === 'QUOTED-PRINTABLE';
  const value = isEncoded ? fromQuotedPrintable(line.value) : line.value;
  return withoutMarkup(
    value.replace(/\\([\\;,nN])/g, (_, sign: string) => (/n/i.test(sign) ? '\n' : sign)),
  ).trim();
}

function fromQuotedPrintable(text: string): string {
  const bytes = text.replace(/=\r?\n/g, '').replace(/=([0-9A-F]{2})/gi, '%$1');
  try {
    return decodeURIComponent(bytes);
  } catch {
    return text;
  }
}

const TAG = /<\/?(?:a|b|br|div|em|i|li|ol|p|span|strong|u|ul|h[1-6]|html|body|table|tr|td)(?:\s[^<>]*)?\/?>/i;
const LINK = /<a\s[^<>]*?href=["']?([^"'\s<>]+)["']?[^<>]*>(.*?)<\/a>/gis;
const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['nbsp', ' '],
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);

/** Google writes markup into descriptions: this keeps the words, and the addresses of links. */
export function withoutMarkup(text: string): string {
  if (!TAG.test(text)) return text;
  return text
    .replace(LINK, (_, address: string, words: string) =>
      words.trim() === address ? address : `${words} (${address})`,
    )
    .replace(/<br\s*\/?>|<\/(?:p|div|li|tr|h[1-6])>/gi, '\n')
    .replace(/<[^<>]*>/g, '')
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Math.min(Number(code), 0x10_ffff)))
    .replace(/&([a-z]+);/gi, (entity, name: string) => ENTITIES.get(name.toLowerCase()) ?? entity)
    .replace(/[ \t]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
