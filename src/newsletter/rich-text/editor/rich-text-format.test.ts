import { Editor } from '@tiptap/core';
import { createDocument, getSchema } from '@tiptap/react';
import { expect, it } from 'vitest';
import { cleanRichText } from '#newsletter/rich-text/rich-text.ts';
import { htmlOfNodes, RICH_TEXT } from './rich-text-format.ts';

const schema = getSchema(RICH_TEXT.extensions);
const list = (html: string) => createDocument(RICH_TEXT.toContent(html), schema);

it('keeps a list within a list whose item has no words of its own', () => {
  const html = '<ul><li><ol><li><p>a</p></li></ol></li></ul>';
  const kept = '<ul><li><p></p><ol><li><p>a</p></li></ol></li></ul>';
  expect(htmlOfNodes(schema, list(html).content)).toBe(kept);
  expect(cleanRichText(html)).toBe(kept);
});

it('gives the part of a nested list as it can be stored', () => {
  const document = list('<ul><li><p>a</p><ol><li><p>b</p></li><li><p>c</p></li></ol></li></ul>');
  const part = document.slice(13, document.content.size).content;
  expect(htmlOfNodes(schema, part)).toBe('<ul><li><p></p><ol><li><p>c</p></li></ol></li></ul>');
});

it('moves no item in deeper than is stored', () => {
  let html = '<p>a</p>';
  for (let depth = 0; depth < 6; depth += 1) html = `<ul><li><p>b</p></li><li>${html}</li></ul>`;
  const editor = new Editor({ extensions: RICH_TEXT.extensions, content: RICH_TEXT.toContent(html) });
  const before = editor.getHTML();
  editor.commands.focus('end');
  editor.view.dom.dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab', bubbles: true }));
  expect(editor.getHTML()).toBe(before);
  expect(htmlOfNodes(schema, list(cleanRichText(before)).content)).toBe(before);
});

it.each([
  ['office@oakfield.org.uk', 'mailto:office@oakfield.org.uk'],
  ['www.leeds.gov.uk', 'https://www.leeds.gov.uk'],
  ['https://leeds.gov.uk/a', 'https://leeds.gov.uk/a'],
])('makes a link of %s once a space follows', (words, href) => {
  const editor = new Editor({ extensions: RICH_TEXT.extensions, content: `<p>See ${words}</p>` });
  editor.commands.focus('end');
  editor.view.dispatch(editor.state.tr.insertText(' '));
  const html = RICH_TEXT.toText(editor);
  expect(html).toBe(`<p>See <a href="${href}">${words}</a> </p>`);
  expect(cleanRichText(html)).toContain(`<a href="${href}`);
});

it.each(['ends.In', 'photos.zip', 'approx.12'])('makes no link of %s', (words) => {
  const editor = new Editor({ extensions: RICH_TEXT.extensions, content: `<p>See ${words}</p>` });
  editor.commands.focus('end');
  editor.view.dispatch(editor.state.tr.insertText(' '));
  expect(RICH_TEXT.toText(editor)).toBe(`<p>See ${words} </p>`);
});

it.each([
  ['www.leeds.gov.uk', 'https://www.leeds.gov.uk'],
  ['office@oakfield.org.uk', 'mailto:office@oakfield.org.uk'],
])('keeps a pasted link to %s as a whole address', (bare, href) => {
  expect(htmlOfNodes(schema, list(`<p><a href="${bare}">us</a></p>`).content)).toBe(
    `<p><a href="${href}">us</a></p>`,
  );
});

it('makes no link of an address that does something', () => {
  const html = '<p><a href="javascript:alert(1)">a</a> <a href="data:text/html,b">b</a></p>';
  expect(htmlOfNodes(schema, list(html).content)).toBe('<p>a b</p>');
});
