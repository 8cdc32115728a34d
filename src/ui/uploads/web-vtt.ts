/** SubRip captions as WebVTT: another header, and times with a point. Other files stay as they are. */
export async function webVttOf(file: File): Promise<File> {
  if (!/\.srt$/i.test(file.name)) return file;
  const text = decode(await file.arrayBuffer())
    .replace(/^\ufeff/, '')
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

// Older programs write the code page of Windows.
function decode(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
