/** WebVTT captions: anything that browsers would silently leave out is refused, with its line. Source: W3C WebVTT, section 4. */

const HEADER = /^WEBVTT(?:[ \t].*)?$/;
const TIME = '(?:(\\d{2,}):)?([0-5]\\d):([0-5]\\d\\.\\d{3})';
const TIMES = new RegExp(`^${TIME}[ \\t]+-->[ \\t]+${TIME}(?:[ \\t].*)?$`);

/** The fault of a captions file, in words for the sender; null if there is none. */
export function captionsProblem(bytes: Buffer): string | null {
  const lines = bytes
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .split(/\r\n|\r|\n/);
  if (!HEADER.test(lines[0] ?? '')) return 'Captions begin with a line that says WEBVTT';
  let count = 0;
  for (const [index, line] of lines.entries()) {
    if (!line.includes('-->')) continue;
    const times = TIMES.exec(line);
    const [start, end] = [secondsOf(times, 1), secondsOf(times, 4)];
    if (times === null)
      return `Line ${index + 1} of the captions is no pair of times. They are written as 00:01.000 --> 00:04.000`;
    if (end <= start) return `Line ${index + 1} of the captions ends before it begins`;
    count += 1;
  }
  return count === 0 ? 'There are no captions in this file' : null;
}

function secondsOf(times: RegExpExecArray | null, at: number): number {
  const [hours = '0', minutes = '0', seconds = '0'] = times?.slice(at, at + 3) ?? [];
  return (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
}
