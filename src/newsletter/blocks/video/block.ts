import {
  assetUrl,
  type BlockContext,
  defineBlock,
  placeholder,
  requiredText,
  strict,
} from '#newsletter/document/block.ts';
import { type Markup, mjml } from '#newsletter/render/mjml.ts';
import { besideCorner } from '#newsletter/render/photo.ts';
import { LINK_LINE } from '#newsletter/render/type-size/link-line.ts';
import { safeLanguage } from '#newsletter/values/dates.ts';
import { ownLanguageName } from '#newsletter/values/language-names.ts';
import { fileAddress, fileUrl, isOwnFile, pictureAddress } from '#newsletter/values/url.ts';
import { fill } from '#newsletter/words/words-in.ts';

/** Heights in pixels: of the caption, and the minimum of a still without a poster. */
const CAPTION_HEIGHT = 52;
const MIN_STILL_HEIGHT = 104;

const NO_STILL =
  'This video has no picture yet. A newsletter loads nothing from other sites, so readers see a plain panel.';

const NO_CAPTIONS =
  'This video has no captions. People who cannot hear it, or must not turn the sound on, miss what is said: add a file of captions, unless nobody speaks in it.';

/** A video. On the page, an uploaded one plays in place; otherwise a poster with a play icon links to the video. */
export const video = defineBlock({
  type: 'video',
  label: 'Video',
  schema: strict({
    url: fileUrl,
    title: requiredText(),
    poster: fileUrl.optional(),
    /** A WebVTT file for an uploaded film, in the newsletter's language. */
    captions: fileUrl.optional(),
  }),
  defaults: () => ({ url: '', title: '' }),
  toMjml(value, context) {
    const url = fileAddress(value.url, context.origin);
    if (url === null) return placeholder(context, 'Video');
    const poster = pictureAddress(value.poster ?? '', context.origin);
    if (context.target === 'page' && isOwnFile(value.url))
      return playerMarkup({ url, poster, title: value.title, captions: value.captions }, context);
    // Mails cannot play videos: external ones link to their site, uploaded ones to the page.
    const target = isOwnFile(value.url) ? (context.pageUrl ?? url) : url;
    return posterMarkup(target, poster, value.title, context);
  },
  toText(value, { origin, pageUrl }) {
    const url = isOwnFile(value.url) && pageUrl !== null ? pageUrl : fileAddress(value.url, origin);
    return url === null ? '' : `${value.title}: ${url}`;
  },
  traits: {
    place: 'column',
    isHeading: false,
    isContent: true,
    isThin: false,
    isOfOneIssue: true,
    height: () => 220,
    words: {
      texts: (value) => [
        { path: 'title', format: 'plain', text: value.title, replace: (title) => ({ ...value, title }) },
      ],
    },
    files: {
      map: (value, map) => ({
        ...value,
        url: map(value.url, 'offered'),
        ...(value.poster !== undefined && { poster: map(value.poster) }),
        ...(value.captions !== undefined && { captions: map(value.captions) }),
      }),
    },
    rows: null,
    recommendations: ({ url, poster, captions }) => {
      if (isOwnFile(url)) return captions === undefined ? [{ path: 'captions', message: NO_CAPTIONS }] : [];
      return poster !== undefined || url === '' ? [] : [{ path: 'poster', message: NO_STILL }];
    },
    filling: null,
  },
});

function playerMarkup(
  {
    url,
    poster,
    title,
    captions = '',
  }: {
    readonly url: string;
    readonly poster: string | null;
    readonly title: string;
    readonly captions: string | undefined;
  },
  { padding, width, design, palette, fonts, origin, school }: BlockContext,
): Markup {
  const language = safeLanguage(school.language);
  const track =
    isOwnFile(captions) &&
    mjml`<track kind="captions" src="${origin}${captions}" srclang="${language}" label="${ownLanguageName(language)}" default="default" />`;
  const style = `display:block;width:100%;height:auto;aspect-ratio:16/9;border-radius:${design.radius.picture}px;background:#16243d`;
  const player =
    poster === null
      ? mjml`<video src="${url}" width="${width}" controls="controls" preload="metadata" playsinline="playsinline" aria-label="${title}" style="${style}">${track}</video>`
      : mjml`<video src="${url}" poster="${poster}" width="${width}" controls="controls" preload="none" playsinline="playsinline" aria-label="${title}" style="${style}">${track}</video>`;
  return mjml`<mj-text padding="${padding}" css-class="ink-whole">${player}${title.trim() !== '' && mjml`<p class="d-quiet" style="margin:8px 0 0;font-family:${fonts.sans};font-size:14px;line-height:20px;color:${palette.quiet}">${title}</p>`}</mj-text>`;
}

function posterMarkup(url: string, poster: string | null, title: string, context: BlockContext): Markup {
  const { padding, width, palette, design, fonts } = context;
  const radius = design.radius.picture;
  const words = title.trim() === '' ? context.words.watchVideo : title;
  // The alt text of a linked picture names the link's target.
  const watch = title.trim() === '' ? words : fill(context.words.watch, { title });
  // The play icon's alt text would be broken letter by letter, so the text is shown below as well.
  const playIcon = (alt: string) =>
    mjml`<img src="${assetUrl(context, 'play')}" alt="${alt}" width="40" height="40" style="display:block;font-size:0" />`;
  const height = Math.max(MIN_STILL_HEIGHT, Math.round((width * 9) / 16) - CAPTION_HEIGHT);
  const still =
    poster === null
      ? mjml`<td align="center" height="${height}" class="ink-panel" bgcolor="${palette.tint}" style="background-color:${palette.tint};border-radius:${radius}px ${radius}px 0 0"><table role="presentation" cellpadding="12" cellspacing="0"><tr><td class="ink-badge" bgcolor="${palette.badge}" style="background-color:${palette.badge};border-radius:32px"><a href="${url}">${playIcon(watch)}</a></td></tr></table></td>`
      : mjml`<td><a href="${url}"><img src="${poster}" alt="${watch}" width="${width}" style="display:block;width:100%;height:auto;border-radius:${radius}px ${radius}px 0 0${besideCorner(radius)};font-size:16px;line-height:24px;color:${palette.text}" /></a></td>`;
  // One coloured cell: between two a line would be visible, from half a pixel of what is behind or as an outline.
  const caption = mjml`<td class="ink-badge" bgcolor="${palette.badge}" style="background-color:${palette.badge};border-radius:0 0 ${radius}px ${radius}px"><table role="presentation" cellpadding="0" cellspacing="0"><tr><td width="40" style="padding:6px 0 6px 8px">${playIcon('')}</td><td style="padding:6px 14px 6px 4px;overflow-wrap:anywhere"><a href="${url}" style="color:#ffffff;font-weight:600;text-decoration:none;${LINK_LINE}">${words}</a></td></tr></table></td>`;
  return mjml`<mj-text padding="${padding}" font-family="${fonts.sans}" line-height="20px" css-class="ink-box ink-whole"><table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr>${still}</tr><tr>${caption}</tr></table></mj-text>`;
}
