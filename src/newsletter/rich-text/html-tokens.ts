/**
 * Splits HTML of any quality into tokens, in one pass and linear time, like browsers where it matters. It does not
 * sanitise: safety comes from the allow-list, which writes its own markup.
 */

/** The attributes that are read; null if the tag has none. */
export type TagAttributes = {
  readonly href: string | null;
  readonly lang: string | null;
  readonly className: string | null;
  readonly start: string | null;
};

/** A token: text with references resolved, or a tag with its name in lower case. */
export type HtmlToken =
  | { readonly kind: 'text'; readonly text: string }
  | ({ readonly kind: 'open'; readonly name: string } & TagAttributes)
  | { readonly kind: 'close'; readonly name: string };

// Elements whose content is not markup: browsers skip to the end tag.
const RAW = new Set([
  'script',
  'style',
  'textarea',
  'title',
  'xmp',
  'iframe',
  'noembed',
  'noframes',
  'noscript',
  'plaintext',
]);

/** All tokens in order. An unfinished tag or comment at the end is dropped, as browsers do. */
export function* htmlTokens(html: string): Generator<HtmlToken> {
  let at = 0;
  let text = '';
  while (at < html.length) {
    const next = html.indexOf('<', at);
    text += next < 0 ? html.slice(at) : html.slice(at, next);
    if (next < 0) break;
    if (!/^[a-z/!?]$/i.test(html.charAt(next + 1))) {
      text += '<';
      at = next + 1;
      continue;
    }
    if (text !== '') yield { kind: 'text', text: decodeReferences(text) };
    text = '';
    const tag = readTag(html, next);
    if (tag.token !== null) yield tag.token;
    at =
      tag.token?.kind === 'open' && RAW.has(tag.token.name)
        ? endOfRaw(html, tag.end, tag.token.name)
        : tag.end;
  }
  if (text !== '') yield { kind: 'text', text: decodeReferences(text) };
}

function endOfRaw(html: string, from: number, name: string): number {
  const end = new RegExp(`</${name}(?=[\\s/>])`, 'gi');
  end.lastIndex = from;
  return end.exec(html)?.index ?? html.length;
}

type ParsedTag = { readonly token: HtmlToken | null; readonly end: number };

function readTag(html: string, start: number): ParsedTag {
  if (html.startsWith('<!--', start)) return { token: null, end: after(html, '-->', start + 2) };
  const isClose = html.charAt(start + 1) === '/';
  const name = match(/[a-z][^\s/>]*/iy, html, start + (isClose ? 2 : 1))?.toLowerCase();
  if (name === undefined) return { token: null, end: after(html, '>', start) };
  const { end, ...attributes } = readAttributes(html, start + (isClose ? 2 : 1) + name.length);
  if (end < 0) return { token: null, end: html.length };
  return { token: isClose ? { kind: 'close', name } : { kind: 'open', name, ...attributes }, end };
}

const READ: ReadonlyMap<string, keyof TagAttributes> = new Map([
  ['href', 'href'],
  ['lang', 'lang'],
  ['class', 'className'],
  ['start', 'start'],
]);

function readAttributes(html: string, begin: number): { end: number } & TagAttributes {
  const found: { -readonly [Name in keyof TagAttributes]: string | null } = {
    href: null,
    lang: null,
    className: null,
    start: null,
  };
  let at = begin;
  for (;;) {
    at += match(/[\s/]*/y, html, at)?.length ?? 0;
    if (at >= html.length) return { end: -1, ...found };
    if (html.charAt(at) === '>') return { end: at + 1, ...found };
    const name = match(/=?[^\s/>=]*/y, html, at) ?? '';
    at += name.length;
    const equals = match(/\s*=\s*/y, html, at);
    if (equals === undefined) continue;
    at += equals.length;
    const value = readValue(html, at);
    if (value.end < 0) return { end: -1, ...found };
    const read = READ.get(name.toLowerCase());
    // The first attribute of a name counts, as in browsers.
    if (read !== undefined) found[read] ??= decodeReferences(value.text);
    at = value.end;
  }
}

function readValue(html: string, at: number): { text: string; end: number } {
  const quote = html.charAt(at);
  if (quote === '"' || quote === "'") {
    const end = html.indexOf(quote, at + 1);
    return end < 0 ? { text: '', end } : { text: html.slice(at + 1, end), end: end + 1 };
  }
  const text = match(/[^\s>]*/y, html, at) ?? '';
  return { text, end: at + text.length };
}

function match(sticky: RegExp, html: string, at: number): string | undefined {
  sticky.lastIndex = at;
  return sticky.exec(html)?.[0];
}

function after(html: string, mark: string, from: number): number {
  const index = html.indexOf(mark, from);
  return index < 0 ? html.length : index + mark.length;
}

// The named references that word processors write; unknown ones stay as text.
const NAMES =
  'nbsp 160 iexcl 161 cent 162 pound 163 curren 164 yen 165 brvbar 166 sect 167 uml 168 copy 169 ordf 170 laquo 171 not 172 shy 173 reg 174 macr 175 deg 176 plusmn 177 sup2 178 sup3 179 acute 180 micro 181 para 182 middot 183 cedil 184 sup1 185 ordm 186 raquo 187 frac14 188 frac12 189 frac34 190 iquest 191 Agrave 192 Aacute 193 Acirc 194 Atilde 195 Auml 196 Aring 197 AElig 198 Ccedil 199 Egrave 200 Eacute 201 Ecirc 202 Euml 203 Igrave 204 Iacute 205 Icirc 206 Iuml 207 ETH 208 Ntilde 209 Ograve 210 Oacute 211 Ocirc 212 Otilde 213 Ouml 214 times 215 Oslash 216 Ugrave 217 Uacute 218 Ucirc 219 Uuml 220 Yacute 221 THORN 222 szlig 223 agrave 224 aacute 225 acirc 226 atilde 227 auml 228 aring 229 aelig 230 ccedil 231 egrave 232 eacute 233 ecirc 234 euml 235 igrave 236 iacute 237 icirc 238 iuml 239 eth 240 ntilde 241 ograve 242 oacute 243 ocirc 244 otilde 245 ouml 246 divide 247 oslash 248 ugrave 249 uacute 250 ucirc 251 uuml 252 yacute 253 thorn 254 yuml 255 OElig 338 oelig 339 Scaron 352 scaron 353 ensp 8194 emsp 8195 thinsp 8201 ndash 8211 mdash 8212 lsquo 8216 rsquo 8217 sbquo 8218 ldquo 8220 rdquo 8221 bdquo 8222 bull 8226 hellip 8230 prime 8242 euro 8364 trade 8482 larr 8592 uarr 8593 rarr 8594 darr 8595 amp 38 lt 60 gt 62 quot 34 apos 39';
const REFERENCES = new Map(
  NAMES.split(' ').flatMap((name, index, all) =>
    index % 2 === 0 ? [[name, Number(all[index + 1])] as const] : [],
  ),
);

/** Resolves numeric references and the named ones in NAMES. */
export function decodeReferences(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(
    /&(?:#(\d{1,8}|x[0-9a-f]{1,6})|([a-z][a-z0-9]{1,8}));?/gi,
    (whole: string, number: string | undefined, name: string | undefined) => {
      if (number !== undefined)
        return fromNumber(/^x/i.test(number) ? Number.parseInt(number.slice(1), 16) : Number(number));
      const code = whole.endsWith(';') ? REFERENCES.get(name ?? '') : undefined;
      return code === undefined ? whole : String.fromCodePoint(code);
    },
  );
}

function fromNumber(code: number): string {
  return code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)
    ? '\ufffd'
    : String.fromCodePoint(code);
}
