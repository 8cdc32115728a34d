import { describe, expect, it } from 'vitest';
import {
  type Block,
  blockSchema,
  codeSchema,
  fromCode,
  isEmptySpace,
} from '#newsletter/document/document.ts';
import { summaryOf } from '#newsletter/document/summary.ts';
import { cleanRichText } from '#newsletter/rich-text/rich-text.ts';
import {
  attributesOf,
  type DomNode,
  elementsOf,
  parseHtml,
  renderWithMrml,
} from '#test/newsletter-engines.ts';
import { BLOCK_TYPES, OAKFIELD, ORIGIN, sampleBlocks } from '#test/newsletter-samples.ts';
import { compileBlock } from './compile-block.ts';
import { compileMail } from './compile-mail.ts';
import { compileNewsletter } from './compile-newsletter.ts';
import { textOfNewsletter } from './compile-text.ts';
import { fragmentOf } from './fragment.ts';
import { buildPage } from './page.ts';

/**
 * Hostile text in every field of every block and of the school, bypassing the schemas: unvalidated content (a working
 * copy, a row of an older version) must be harmless too. The parsed output may contain only the elements, attributes
 * and URLs that we write ourselves.
 */

const SCRIPT = 'alert(1)';
const VECTORS = [
  `<script>${SCRIPT}</script>`,
  `"><script>${SCRIPT}</script>`,
  `'><img src=x onerror=${SCRIPT}>`,
  `"onmouseover="${SCRIPT}" x="`,
  `" onfocus=${SCRIPT} autofocus "`,
  `\` onload=${SCRIPT} \``,
  `é" onload="${SCRIPT}`,
  `🎃\\" onload=${SCRIPT} \\"`,
  `\u0000"onload=${SCRIPT}`,
  `</td></tr></table><iframe src="javascript:${SCRIPT}"></iframe>`,
  `<svg/onload=${SCRIPT}>`,
  `<svg><style><img src=x onerror=${SCRIPT}></style></svg>`,
  `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=${SCRIPT}&gt;">`,
  `<noscript><p title="</noscript><img src=x onerror=${SCRIPT}>">`,
  `<form><button formaction=javascript:${SCRIPT}>x`,
  `<a href="javascript:${SCRIPT}">x</a>`,
  `<a href="java\nscript:${SCRIPT}">x</a>`,
  `<a href=" &#1;javascript:${SCRIPT}">x</a>`,
  `<a href="&#106;avascript&colon;${SCRIPT}">x</a>`,
  `<a href="data:text/html,<script>${SCRIPT}</script>">x</a>`,
  `<a href="https://example.org" onclick=${SCRIPT} style="position:fixed;inset:0">x</a>`,
  `<a href='https://example.org/"onmouseover="${SCRIPT}'>x</a>`,
  `<p style="background:url(javascript:${SCRIPT})" class="x" id="y">x</p>`,
  `<link rel=stylesheet href=//evil.example/x.css><base href=//evil.example/><meta http-equiv=refresh content="0;url=//evil.example">`,
  `<style>@import '//evil.example/x.css';</style>`,
  `<template><script>${SCRIPT}</script></template>`,
  `<textarea></textarea><img src=x onerror=${SCRIPT}>`,
  `<!--><img src=x onerror=${SCRIPT}>-->`,
  `<!--[if true]><script>${SCRIPT}</script><![endif]-->`,
  `<![CDATA[<script>${SCRIPT}</script>]]>`,
  `<?xml version="1.0"?><x:script xmlns:x="http://www.w3.org/1999/xhtml">${SCRIPT}</x:script>`,
  `</mj-text><mj-raw><script>${SCRIPT}</script></mj-raw><mj-text>`,
  `"/><mj-raw><script>${SCRIPT}</script></mj-raw><mj-image src="`,
  `<mj-include path="/etc/passwd" />`,
  `]]></mj-style><mj-raw>`,
  `</style><script>${SCRIPT}</script>`,
  `</title><script>${SCRIPT}</script>`,
  `javascript:${SCRIPT}`,
  `JaVaScRiPt:${SCRIPT}//https://example.org`,
  `https://example.org/"onload=${SCRIPT}`,
  `https://example.org/'><script>${SCRIPT}</script>`,
  `https://example.org\\" onload=${SCRIPT}`,
  `vbscript:msgbox(1)`,
  `data:image/svg+xml,<svg onload=${SCRIPT}>`,
  `blob:https://example.org/1`,
  `file:///etc/passwd`,
  `//evil.example/x`,
  `/files/../../etc/passwd`,
  `/files/"onerror="${SCRIPT}`,
  `red;background:url(//evil.example)`,
  `#fff;position:fixed`,
  `expression(${SCRIPT})`,
  `\ud800<script>\udc00`,
  `\u202egnp.exe"onload=${SCRIPT}`,
  `＜script＞${SCRIPT}＜/script＞`,
  `&lt;script&gt;${SCRIPT}&lt;/script&gt;`,
  `&amp;lt;script&amp;gt;`,
  `{{constructor.constructor('${SCRIPT}')()}}`,
  `\${${SCRIPT}}`,
] as const;

const OURS = new Set(
  'html head title meta style body div table thead tbody tr th td s p h1 h2 h3 h4 ul ol li strong em u a bdi br span img video link main article aside time footer'.split(
    ' ',
  ),
);
const ATTRIBUTES = new Set(
  'align alt aria-hidden aria-label aria-level aria-roledescription as bgcolor border cellpadding cellspacing charset class colspan content controls crossorigin data-address data-phone datetime dir height href http-equiv lang media name playsinline poster preload property rel role src start style tabindex target title type valign scope vertical-align width xmlns xmlns:o xmlns:v'.split(
    ' ',
  ),
);

/** Everything in a document that we do not write ourselves. */
function leaksOf(html: string): string[] {
  const document = parseHtml(html);
  return [...elementsOf(document.documentElement)].flatMap((element) => elementLeaks(element));
}

// Only the canvas marks the fields.
function leaksOfSlot(html: string): string[] {
  return leaksOf(html).filter((leak) => !/^(?:div|span) data-field$/.test(leak));
}

function elementLeaks(element: DomNode): string[] {
  const name = element.nodeName.toLowerCase();
  const leaks = OURS.has(name) ? [] : [`<${name}>`];
  for (const [attribute, value] of attributesOf(element)) {
    if (!ATTRIBUTES.has(attribute)) leaks.push(`${name} ${attribute}`);
    if (['href', 'src', 'poster'].includes(attribute) && !isHarmless(value))
      leaks.push(`${name} ${attribute}=${value}`);
    if (attribute === 'style' && /url\(|expression|position/i.test(value))
      leaks.push(`${name} style=${value}`);
    if (attribute === 'http-equiv' && !/^(X-UA-Compatible|Content-Type)$/.test(value))
      leaks.push(`${name} http-equiv=${value}`);
  }
  if (name === 'style' && /evil|script|@import/i.test(element.textContent ?? '')) leaks.push('style rules');
  return leaks;
}

function isHarmless(address: string): boolean {
  if (address === '#' || address === '/' || /^\/(fonts|favicon|assets)/.test(address)) return true;
  return URL.canParse(address) && ['https:', 'http:', 'mailto:', 'tel:'].includes(new URL(address).protocol);
}

/** Replaces every string in a value. */
function poison(target: object, vector: string): void {
  for (const [key, value] of Object.entries(target)) {
    if (typeof value === 'string') Reflect.set(target, key, vector);
    else if (typeof value === 'object' && value !== null) poison(value, vector);
  }
}

function poisoned(vector: string): Block[] {
  const blocks = structuredClone(sampleBlocks());
  for (const block of blocks) poison(block.value ?? {}, vector);
  return blocks;
}

const addresses = { pageUrl: `${ORIGIN}/published/x`, unsubscribeUrl: `${ORIGIN}/u` };

describe.each(VECTORS)('%j', (vector) => {
  const school = {
    ...OAKFIELD,
    name: vector,
    email: vector,
    phone: vector,
    website: vector,
    logo: vector,
    language: vector,
    primary_color: vector,
    secondary_color: vector,
  };
  const document = fromCode('two_columns_left', poisoned(vector));

  it.each(['page', 'mail'] as const)('is harmless on the %s', (target) => {
    const mjml = compileNewsletter({
      title: vector,
      previewText: vector,
      document,
      school,
      target,
      origin: ORIGIN,
      today: vector,
      ...addresses,
    });
    const html = renderWithMrml(mjml);
    expect(leaksOf(html)).toEqual([]);
    if (target === 'mail') return;
    const page = buildPage({
      ...fragmentOf(html),
      ...summaryOf({ document, school, origin: ORIGIN }),
      title: vector,
      image: vector,
      school,
      language: vector,
      publishedOn: vector,
      url: vector,
      productName: vector,
      productUrl: vector,
    });
    expect(leaksOf(page)).toEqual([]);
  });

  it('is harmless on the canvas and in the product’s own mails', () => {
    for (const block of poisoned(vector)) {
      const slot = renderWithMrml(compileBlock({ block, school, width: 264, origin: ORIGIN }));
      expect(leaksOfSlot(slot)).toEqual([]);
    }
    const button = { text: vector, url: vector };
    expect(
      leaksOf(
        renderWithMrml(compileMail({ subject: vector, paragraphs: [vector], button, productName: vector })),
      ),
    ).toEqual([]);
  });

  it('is shown as typed where it is text', () => {
    const block: Block = { name: 'a', type: 'heading', value: { text: vector } };
    const shown = parseHtml(
      renderWithMrml(compileBlock({ block, school: OAKFIELD, width: 264, origin: ORIGIN })),
    ).body.textContent;
    const typed = vector.toWellFormed().replaceAll('\u0000', '').replace(/\s+/g, ' ');
    expect(shown?.replace(/[\t\n\r ]+/g, ' ').trim()).toBe(typed.trim());
  });

  it('is harmless as rich text and in plain text', () => {
    const clean = cleanRichText(vector);
    expect(leaksOf(clean)).toEqual([]);
    expect(cleanRichText(clean)).toBe(clean);
    const text = textOfNewsletter({
      title: vector,
      document,
      school,
      target: 'mail',
      origin: ORIGIN,
      today: vector,
      ...addresses,
    });
    expect(text).not.toMatch(/\p{Surrogate}/u);
  });

  it('is rejected or sanitised before it is stored', () => {
    for (const block of sampleBlocks(BLOCK_TYPES)) {
      const candidate = structuredClone(block);
      poison(candidate.value, vector);
      const result = blockSchema.safeParse(candidate);
      if (!result.success || isEmptySpace(result.data)) continue;
      const again = renderWithMrml(
        compileBlock({ block: result.data, school: OAKFIELD, width: 264, origin: ORIGIN }),
      );
      expect(leaksOfSlot(again)).toEqual([]);
      expect(codeSchema.parse([result.data])).toEqual([result.data]);
    }
  });
});

it('detects leaks (self-test)', () => {
  expect(leaksOf('<p onclick="x">a</p>')).toEqual(['p onclick']);
  expect(leaksOf('<script>1</script>')).toEqual(['<script>']);
  expect(leaksOf('<a href="javascript:x">a</a>')).toEqual(['a href=javascript:x']);
});
