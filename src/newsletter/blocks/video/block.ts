import { assetUrl, type BlockContext, defineBlock, placeholder, requiredText, strict } from '../../block.ts';
import { type Markup, mjml } from '../../mjml.ts';
import { fileAddress, fileUrl, isOwnFile } from '../../url.ts';

/** A film: played in place on the page when it is a file of ours, else its picture with a play mark that leads to it. */
export const video = defineBlock({
  type: 'video',
  label: 'Video',
  schema: strict({ url: fileUrl, title: requiredText(), poster: fileUrl.optional() }),
  defaults: () => ({ url: '', title: '' }),
  toMjml(value, context) {
    const url = fileAddress(value.url, context.origin);
    if (url === null) return placeholder(context, 'Video');
    const poster = fileAddress(value.poster ?? '', context.origin);
    if (context.target === 'page' && isOwnFile(value.url)) return player(url, poster, value.title, context);
    // Mails can't play; a film on another site is watched there, ours on our page.
    const target = isOwnFile(value.url) ? (context.pageUrl ?? url) : url;
    return picture(target, poster, value.title, context);
  },
  toText: (value, { origin, pageUrl }) =>
    `${value.title}: ${isOwnFile(value.url) && pageUrl !== null ? pageUrl : (fileAddress(value.url, origin) ?? '')}`,
});

function player(url: string, poster: string | null, title: string, { padding, width }: BlockContext): Markup {
  const style = 'display:block;width:100%;height:auto;aspect-ratio:16/9;border-radius:4px;background:#16243d';
  const film =
    poster === null
      ? mjml`<video src="${url}" width="${width}" controls="controls" preload="metadata" playsinline="playsinline" aria-label="${title}" style="${style}"></video>`
      : mjml`<video src="${url}" poster="${poster}" width="${width}" controls="controls" preload="none" playsinline="playsinline" aria-label="${title}" style="${style}"></video>`;
  return mjml`<mj-text padding="${padding}">${film}${title.trim() !== '' && mjml`<p style="margin:6px 0 0;font-size:14px;line-height:20px;color:#55605f">${title}</p>`}</mj-text>`;
}

function picture(url: string, poster: string | null, title: string, context: BlockContext): Markup {
  const { padding, width, palette } = context;
  const words = title.trim() === '' ? 'Watch the video' : title;
  const mark = mjml`<img src="${assetUrl(context, 'play')}" alt="" width="40" height="40" style="display:block;width:40px;height:40px;border:0" />`;
  const still =
    poster === null
      ? mjml`<tr><td align="center" valign="middle" height="${Math.round((width * 9) / 16) - 52}" bgcolor="${palette.tint}" style="border-radius:4px 4px 0 0;background:${palette.tint}"><a href="${url}" style="display:inline-block;border-radius:32px;background:${palette.badge};padding:12px">${mark}</a></td></tr>`
      : mjml`<tr><td><a href="${url}"><img src="${poster}" alt="" width="${width}" style="display:block;width:100%;height:auto;border:0;border-radius:4px 4px 0 0" /></a></td></tr>`;
  const caption = mjml`<tr><td bgcolor="${palette.badge}" style="border-radius:0 0 4px 4px;background:${palette.badge}"><table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tbody><tr><td width="40" style="padding:6px 0 6px 8px">${mark}</td><td style="padding:6px 14px 6px 4px;line-height:20px"><a href="${url}" style="color:#ffffff;font-size:15px;line-height:20px;font-weight:600;text-decoration:none">${words}</a></td></tr></tbody></table></td></tr>`;
  return mjml`<mj-text padding="${padding}"><table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="border-collapse:separate"><tbody>${still}${caption}</tbody></table></mj-text>`;
}
