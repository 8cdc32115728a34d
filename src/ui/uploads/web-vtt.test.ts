import { expect, it } from 'vitest';
import { webVttOf } from './web-vtt.ts';

const file = (content: BlobPart, name: string) => new File([content], name);

it('makes WebVTT of SubRip', async () => {
  const srt = '\ufeff1\r\n0:00:01,000 --> 00:00:02,500\r\nAt 10,300 people: café\r\n';
  const made = await webVttOf(file(srt, 'Sports day.SRT'));
  expect([made.name, made.type]).toEqual(['Sports day.vtt', 'text/vtt']);
  expect(await made.text()).toBe('WEBVTT\n\n1\n00:00:01.000 --> 00:00:02.500\nAt 10,300 people: café\n');
});

it('reads SubRip in the code page of Windows', async () => {
  const bytes = new Uint8Array(
    [...'1\n00:00:01,000 --> 00:00:02,500\ncaf'].map((each) => each.charCodeAt(0)).concat(0xe9),
  );
  expect(await (await webVttOf(file(bytes, 'a.srt'))).text()).toMatch(/café$/);
});

it.each([
  ['UTF-8', [0x63, 0x61, 0x66, 0xc3, 0xa9]],
  ['the code page of Windows', [0x63, 0x61, 0x66, 0xe9]],
  ['UTF-16', [0xff, 0xfe, 0x63, 0, 0x61, 0, 0x66, 0, 0xe9, 0]],
  ['UTF-16 the other way round', [0xfe, 0xff, 0, 0x63, 0, 0x61, 0, 0x66, 0, 0xe9]],
])('reads WebVTT in %s', async (_, bytes) => {
  expect(await (await webVttOf(file(new Uint8Array(bytes), 'a.vtt'))).text()).toBe('café');
});

it('leaves other files as they are', async () => {
  const text = file('Hello', 'a.txt');
  expect(await webVttOf(text)).toBe(text);
});
