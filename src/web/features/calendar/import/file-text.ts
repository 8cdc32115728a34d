import { decodeFile } from '#contract/texts/file-text.ts';

/** The text of a file of dates, in any encoding. */
export function textOfFile(bytes: Uint8Array): string {
  return decodeFile(bytes, TextDecoder)?.text ?? '';
}

/**
 * The text of a calendar file. Its long lines are folded between bytes (RFC 5545, 3.1), even within a letter, so they are joined before
 * anything is decoded.
 */
export function textOfCalendar(bytes: Uint8Array): string {
  return textOfFile(isWide(bytes) ? bytes : unfolded(bytes)).replace(/\r?\n[ \t]/g, '');
}

const isWide = ([first, second]: Uint8Array) => first === 0 || second === 0 || (first ?? 0) >= 0xfe;

const [LF, CR, SPACE, TAB] = [10, 13, 32, 9];

function unfolded(bytes: Uint8Array): Uint8Array {
  const isFold = (at: number) => bytes[at] === LF && (bytes[at + 1] === SPACE || bytes[at + 1] === TAB);
  return bytes.filter((byte, at) => {
    if (isFold(at) || (at > 0 && isFold(at - 1))) return false;
    return byte !== CR || !isFold(at + 1);
  });
}
