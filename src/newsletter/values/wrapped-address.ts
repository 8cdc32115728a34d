import { decodedPart, proofpointAddress } from './proofpoint.ts';
import { webAddress } from './url.ts';

/**
 * Unwraps links of mail programs and search engines, which lead through their own addresses. Those count who follows a
 * link, and name the original recipient.
 */

interface Address {
  readonly whole: string;
  readonly host: string;
  readonly path: string;
  readonly parameters: ReadonlyMap<string, string>;
}
interface Wrapper {
  readonly host: RegExp;
  /** The path of addresses with a target, on hosts whose other addresses may have the same parameter. */
  readonly path?: RegExp;
  readonly read: (address: Address) => string | null;
}

const parameter =
  (...names: readonly string[]) =>
  ({ parameters }: Address): string | null =>
    names.map((name) => parameters.get(name)).find((value) => value !== undefined) ?? null;

const WRAPPERS: readonly Wrapper[] = [
  { host: /(^|\.)safelinks\.protection\.(outlook|office365)\.(com|us|cn)$/, read: parameter('url') },
  { host: /^statics\.teams\.cdn\.office\.net$/, path: /\/safelinks\//, read: parameter('url') },
  { host: /^(www\.)?google\.[a-z.]+$/, path: /^\/(url|imgres)$/, read: parameter('q', 'url', 'imgrefurl') },
  { host: /^lm?\.(facebook|instagram)\.com$/, read: parameter('u') },
  { host: /^(www\.)?youtube\.com$/, path: /^\/redirect$/, read: parameter('q') },
  { host: /^(www\.)?linkedin\.com$/, path: /^\/redir\//, read: parameter('url') },
  { host: /^(www\.)?duckduckgo\.com$/, path: /^\/l\/$/, read: parameter('uddg') },
  { host: /^slack-redir\.net$/, read: parameter('url') },
  { host: /^linkprotect\.cudasvc\.com$/, read: parameter('a') },
  { host: /(^|\.)trendmicro\.com$/, path: /\/clicktime\//, read: parameter('url') },
  { host: /^protect\d*\.fireeye\.com$/, read: parameter('u') },
  { host: /^clicktime\.symantec\.com$/, read: parameter('u') },
  {
    host: /^urldefense\.(proofpoint\.)?(com|us)$/,
    read: ({ whole, parameters }) => proofpointAddress(whole, parameters.get('u')),
  },
];

/** The most nested wrappers, as in a forwarded mail. */
const DEPTH = 5;

/** The address to which a link finally leads; the same if it is not wrapped. */
export function unwrappedAddress(address: string): string {
  let found = address;
  for (let depth = 0; depth < DEPTH; depth += 1) {
    const inner = innerAddress(found);
    if (inner === null) break;
    found = inner;
  }
  return found;
}

/** A text with its addresses unwrapped. */
export function unwrappedWords(words: string): string {
  return words.replace(/https?:\/\/[^\s<>"]+/gi, unwrappedAddress);
}

/** The host of a web address, for messages; empty for anything else. */
export function hostOf(address: string): string {
  return addressOf(address)?.host ?? '';
}

function innerAddress(text: string): string | null {
  const address = addressOf(text);
  const wrapper = WRAPPERS.find(
    ({ host, path }) => address !== null && host.test(address.host) && (path?.test(address.path) ?? true),
  );
  return address === null || wrapper === undefined ? null : webAddress(wrapper.read(address) ?? '');
}

// The parts of an address after the parser has normalised it.
function addressOf(text: string): Address | null {
  const whole = webAddress(text);
  const [, host, path = '', query = ''] =
    /^https?:\/\/([^/?#:]+)(?::\d+)?([^?#]*)(?:\?([^#]*))?/.exec(whole ?? '') ?? [];
  if (whole === null || host === undefined) return null;
  const parameters = query.split('&').flatMap((part) => {
    const [name = '', value = ''] = part.split(/=(.*)/s);
    const words = decodedPart(value.replaceAll('+', ' '));
    return words === null ? [] : [[name, words] as const];
  });
  return { whole, host, path, parameters: new Map(parameters) };
}
