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
