import { z } from 'zod';
import { assetUrl, defineBlock, placeholder, requiredText, strict } from '#newsletter/document/block.ts';
import { mjml } from '#newsletter/render/mjml.ts';
import { LINK_LINE } from '#newsletter/render/type-size/link-line.ts';
import { HELD_WORDS, heldWordsWarning } from '#newsletter/values/held-words.ts';
import { fileAddress, fileUrl } from '#newsletter/values/url.ts';

const SCAN =
  'This PDF is a picture of text: a screen reader finds no words in it, and they cannot be searched or translated. Choose the document that it was made from, or write what it says into the newsletter.';

type FileIcon = 'file-pdf' | 'file-doc' | 'file-image' | 'file';
const ICONS: ReadonlyMap<string, FileIcon> = new Map<string, FileIcon>([
  ['pdf', 'file-pdf'],
  ...['doc', 'docx', 'odt', 'rtf', 'txt', 'xls', 'xlsx', 'csv', 'ppt', 'pptx'].map(
    (extension) => [extension, 'file-doc'] as const,
  ),
  ...['jpg', 'jpeg', 'png', 'gif', 'webp', 'avif'].map((extension) => [extension, 'file-image'] as const),
]);

/** A link to a file, with an icon by its extension. */
export const download = defineBlock({
  type: 'download',
  label: 'Download',
  schema: strict({
    name: requiredText(),
    url: fileUrl,
    /** Set if the PDF was found to consist of pictures only when it was uploaded. */
    isScan: z.literal(true).optional(),
    /** The kinds of hidden content that were found in the document when it was uploaded. */
    holds: z.array(z.enum(HELD_WORDS)).optional(),
  }),
  defaults: () => ({ name: '', url: '' }),
  toMjml(value, context) {
    const url = fileAddress(value.url, context.origin);
    const name = value.name.trim();
    if (!context.placeholder && (url === null || name === '')) return mjml``;
    if (url === null && name === '') return placeholder(context, 'A file to download');
    const { palette, design, fonts } = context;
    const { background, edge } = design.file(palette);
    const icon = mjml`<table role="presentation" cellpadding="0" cellspacing="0"><tr><td class="ink-badge" bgcolor="${palette.badge}" style="background-color:${palette.badge};border-radius:6px"><img src="${assetUrl(context, iconOf(value.url))}" alt="" width="40" height="40" style="display:block" /></td></tr></table>`;
    const extension = extensionOf(value.url);
    const words = mjml`<a class="d-heading" href="${url ?? '#'}" style="color:${palette.heading};font-size:16px;font-weight:650;text-decoration:none;${LINK_LINE}">${name === '' ? 'Name of the file' : name}</a><br /><span class="d-quiet" style="font-size:14px;line-height:18px;color:${palette.quiet}">${extension === '' ? 'File' : extension.toUpperCase()}</span>`;
    const inside = mjml`<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td width="40" style="padding:12px 0 12px 14px">${icon}</td><td style="padding:12px 14px;overflow-wrap:anywhere">${words}</td></tr></table>`;
    const style = `${edge}${edge && ';'}border-radius:${design.radius.picture}px`;
    const box =
      background === null
        ? mjml`<td class="d-edge" style="${style}">${inside}</td>`
        : mjml`<td class="ink-panel" bgcolor="${background}" style="background-color:${background};${style}">${inside}</td>`;
    return mjml`<mj-text padding="${context.padding}" font-family="${fonts.sans}" line-height="20px" css-class="ink-box"><table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr>${box}</tr></table></mj-text>`;
  },
  toText(value, { origin }) {
    const url = fileAddress(value.url, origin);
    return url === null ? '' : `${value.name}: ${url}`;
  },
  traits: {
    place: 'column',
    isHeading: false,
    isContent: true,
    isThin: false,
    isOfOneIssue: true,
    height: () => 80,
    words: {
      texts: (value) => [
        { path: 'name', format: 'plain', text: value.name, replace: (name) => ({ ...value, name }) },
      ],
      links: ({ name, url }) => [{ path: 'name', words: name, address: url, noun: 'link' }],
    },
    files: {
      map: (value, map) => ({ ...value, url: map(value.url, 'offered') }),
    },
    rows: null,
    recommendations: ({ isScan, holds, url }) => [
      ...(isScan ? [{ path: 'file', message: SCAN }] : []),
      ...(holds === undefined ? [] : [{ path: 'file', message: `${heldWordsWarning(holds, url)}.` }]),
    ],
    filling: null,
  },
});

/** The icon for a file's extension. */
export function iconOf(url: string): FileIcon {
  return ICONS.get(extensionOf(url)) ?? 'file';
}

/** A file's extension in lower case, without the dot; empty if it has none. */
export function extensionOf(url: string): string {
  const path = url.split(/[?#]/, 1)[0] ?? '';
  return /[^/]\.([a-z0-9]{1,5})$/i.exec(path)?.[1]?.toLowerCase() ?? '';
}
