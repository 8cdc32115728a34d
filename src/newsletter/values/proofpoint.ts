/** The addresses of Proofpoint's URL Defense. Source: its own decoder, https://help.proofpoint.com (URL Decoder API). */

/** The original address in one of these; null if it cannot be decoded. `given`: the decoded parameter `u`. */
export function proofpointAddress(whole: string, given: string | undefined): string | null {
  const version = /\/v([123])\//.exec(whole)?.[1];
  if (version === '3') return thirdVersion(whole);
  if (given === undefined) return null;
  // '-' and '_' stand for '%' and '/'.
  const inner = version === '2' ? decodedPart(given.replaceAll('-', '%').replaceAll('_', '/')) : given;
  return inner?.replaceAll('&amp;', '&') ?? null;
}

/** `decodeURIComponent`; null if the text is malformed. */
export function decodedPart(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

const THIRD = /\/v3\/__(.+?)__;([^!]*)!/;
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const RUN_MIN = 2;

// Reads the address from the path. '*' stands for the next character of the list after it; '**B' for several, their number given
// by the letter.
function thirdVersion(whole: string): string | null {
  const [, path = '', list = ''] = THIRD.exec(whole) ?? [];
  const [address, signs] = [decodedPart(path), textOf(list)];
  if (address === null || address === '' || signs === null) return null;
  let at = 0;
  const filled = address.replace(/\*(?:\*([\w-]))?/g, (_, run: string | undefined) => {
    const length = run === undefined ? 1 : DIGITS.indexOf(run) + RUN_MIN;
    at += length;
    return signs.slice(at - length, at).join('');
  });
  // Some addresses lose a slash on the way.
  return at > signs.length ? null : filled.replace(/^([a-z]+:\/)(?=[^/])/i, '$1/');
}

/** The characters of a text in URL-safe Base64. */
function textOf(base64: string): readonly string[] | null {
  const bits = [...base64.replace(/=+$/, '')].map((digit) =>
    DIGITS.indexOf(digit).toString(2).padStart(6, '0'),
  );
  const bytes = bits.join('').match(/[01]{8}/g) ?? [];
  const text = decodedPart(
    bytes.map((byte) => `%${Number.parseInt(byte, 2).toString(16).padStart(2, '0')}`).join(''),
  );
  return text === null ? null : [...text];
}
