/**
 * Converts captions to WebVTT in UTF-8. SubRip gets a WebVTT header, and times with a decimal point. Other files
 * stay unchanged.
 */
export async function webVttOf(file: File): Promise<File> {
  const isSubRip = /\.srt$/i.test(file.name);
  if (!isSubRip && !/\.vtt$/i.test(file.name)) return file;
  const words = decode(await file.arrayBuffer()).replace(/^\ufeff/, '');
  if (!isSubRip) return new File([words], file.name, { type: 'text/vtt' });
  const text = words
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .map((line) => (line.includes('-->') ? withPoints(line) : line))
    .join('\n');
  return new File([`WEBVTT\n\n${text}`], file.name.replace(/\.srt$/i, '.vtt'), { type: 'text/vtt' });
}

function withPoints(line: string): string {
  return line
    .trim()
    .replace(/(\d{1,2}:\d{2}:\d{2})[,.](\d{3})/g, '$1.$2')
    .replace(/\b(\d):(\d{2}):(\d{2}\.)/g, '0$1:$2:$3');
}

// Windows programs write UTF-16, older ones their code page.
function decode(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes);
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
