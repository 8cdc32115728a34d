import { decodedPart, proofpointAddress } from './proofpoint.ts';
import { webAddress } from './url.ts';

/** Mail programs and search engines put their own address around a link: it counts who follows it, and names who it was for. */

interface Address {
  readonly whole: string;
  readonly host: string;
  readonly path: string;
  readonly parameters: ReadonlyMap<string, string>;
}
interface Wrapper {
  readonly host: RegExp;
  /** Where its parameter is only sometimes an address. */
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

/** A wrapper within a wrapper, as a forwarded mail has it. */
const DEPTH = 5;

/** The address that a link leads to in the end; the same if nothing is around it. */
export function unwrappedAddress(address: string): string {
  let found = address;
  for (let depth = 0; depth < DEPTH; depth += 1) {
    const inner = innerAddress(found);
    if (inner === null) break;
    found = inner;
  }
  return found;
}

/** Words with the addresses in them unwrapped. */
export function unwrappedWords(words: string): string {
  return words.replace(/https?:\/\/[^\s<>"]+/gi, unwrappedAddress);
}

/** The host of a web address, for words; empty for anything else. */
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

// Of what the parser has normalised.
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
