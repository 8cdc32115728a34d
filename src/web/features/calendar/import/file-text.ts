/** The words of a file, whatever encoding the program that wrote it uses. */

const LINE_FEED = 10;
const FOLDED = new Set([32, 9]);

/** UTF-16 and UTF-8 by their marks; otherwise each line as UTF-8 if it is, or else as Windows writes it. */
export function textOfFile(bytes: Uint8Array): string {
  const utf16 = utf16Of(bytes);
  if (utf16 !== null) return new TextDecoder(utf16).decode(bytes);
  const whole = decoded(bytes);
  if (whole !== null) return whole;
  return linesOf(bytes)
    .map((line) => decoded(line) ?? new TextDecoder('windows-1252').decode(line))
    .join('');
}

/**
 * The words of a calendar file. Its long lines are folded between bytes (RFC 5545, 3.1), also within a letter: they are joined before
 * anything is decoded.
 */
export function textOfCalendar(bytes: Uint8Array): string {
  if (utf16Of(bytes) !== null) return textOfFile(bytes).replace(/\r?\n[ \t]/g, '');
  const lines: Uint8Array[] = [];
  for (const line of linesOf(bytes)) {
    const before = lines.at(-1);
    if (before !== undefined && FOLDED.has(line[0] ?? 0)) lines[lines.length - 1] = joined(before, line);
    else lines.push(line);
  }
  return lines.map(textOfFile).join('');
}

function joined(before: Uint8Array, line: Uint8Array): Uint8Array {
  let end = before.length;
  while (end > 0 && [10, 13].includes(before[end - 1] ?? 0)) end -= 1;
  return Uint8Array.from([...before.subarray(0, end), ...line.subarray(1)]);
}

function linesOf(bytes: Uint8Array): readonly Uint8Array[] {
  const lines: Uint8Array[] = [];
  let from = 0;
  while (from < bytes.length) {
    const at = bytes.indexOf(LINE_FEED, from);
    const to = at === -1 ? bytes.length : at + 1;
    lines.push(bytes.subarray(from, to));
    from = to;
  }
  return lines;
}

function utf16Of([first, second]: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : null;
}

function decoded(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
