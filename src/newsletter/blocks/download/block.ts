import {
  assetUrl,
  defineBlock,
  none,
  placeholder,
  requiredText,
  strict,
} from '#newsletter/document/block.ts';
import { mjml } from '#newsletter/render/mjml.ts';
import { fileAddress, fileUrl } from '#newsletter/values/url.ts';

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
  schema: strict({ name: requiredText(), url: fileUrl }),
  defaults: () => ({ name: '', url: '' }),
  toMjml(value, context) {
    const url = fileAddress(value.url, context.origin);
    const name = value.name.trim();
    if (!context.placeholder && (url === null || name === '')) return mjml``;
    if (url === null && name === '') return placeholder(context, 'A file to download');
    const { tint, heading, badge } = context.palette;
    const extension = extensionOf(value.url);
    const icon = assetUrl(context, iconOf(value.url));
    return mjml`<mj-text padding="${context.padding}" line-height="19px" css-class="ink-box"><table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td bgcolor="${tint}" width="40" style="padding:10px 0 10px 12px;border-radius:6px 0 0 6px"><table role="presentation" cellpadding="0" cellspacing="0"><tr><td bgcolor="${badge}" style="border-radius:6px"><img src="${icon}" alt="" width="40" height="40" style="display:block" /></td></tr></table></td><td bgcolor="${tint}" style="padding:9px 14px 9px 12px;border-radius:0 6px 6px 0;overflow-wrap:anywhere"><a href="${url ?? '#'}" style="color:${heading};font-size:15px;line-height:20px;font-weight:600;text-decoration:none">${name === '' ? 'Name of the file' : name}</a><br /><span style="font-size:13px;color:#55605f">${extension === '' ? 'File' : extension.toUpperCase()}</span></td></tr></table></mj-text>`;
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
    height: () => 80,
    texts: (value) => [
      { path: 'name', format: 'plain', text: value.name, replace: (name) => ({ ...value, name }) },
    ],
    links: ({ name, url }) => [{ path: 'name', words: name, address: url, noun: 'link' }],
    pictures: none,
    colours: none,
    dates: none,
    inheritedText: () => null,
    cover: () => null,
    emptyFields: none,
    mapFiles: (value, map) => ({ ...value, url: map(value.url) }),
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
