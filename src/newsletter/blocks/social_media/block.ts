import {
  assetUrl,
  BLOCK_MESSAGES,
  defineBlock,
  none,
  placeholder,
  strict,
} from '#newsletter/document/block.ts';
import { mjml } from '#newsletter/render/mjml.ts';
import { secureTarget, secureUrl } from '#newsletter/values/url.ts';

/** The networks in display order. Source: docs/requirements/screens.md 9.11. */
export const NETWORKS = [
  { key: 'facebook', name: 'Facebook' },
  { key: 'twitter', name: 'Twitter' },
  { key: 'instagram', name: 'Instagram' },
  { key: 'linkedin', name: 'LinkedIn' },
  { key: 'youtube', name: 'YouTube' },
] as const;

/** The size of an icon in pixels: a comfortable touch target. */
const ICON_SIZE = 40;

/** Links to the school's social media pages, as round icons. */
export const socialMedia = defineBlock({
  type: 'social_media',
  label: 'Social media',
  schema: strict({
    facebook: secureUrl.optional(),
    twitter: secureUrl.optional(),
    instagram: secureUrl.optional(),
    linkedin: secureUrl.optional(),
    youtube: secureUrl.optional(),
  }).refine((links) => Object.values(links).some((link) => link !== undefined), BLOCK_MESSAGES.required),
  defaults: () => ({}),
  toMjml(value, context) {
    const links = NETWORKS.flatMap(({ key, name }) => {
      const url = secureTarget(value[key] ?? '', context.origin);
      return url === null ? [] : [{ key, name, url }];
    });
    if (links.length === 0) return placeholder(context, 'Links to social media');
    const badge = context.palette.badge;
    // All five icons fit side by side even in the narrowest column.
    const gap = Math.max(
      1,
      Math.min(10, Math.floor((context.width - NETWORKS.length * ICON_SIZE) / (NETWORKS.length - 1))),
    );
    const cells = links.map(
      ({ key, name, url }) =>
        mjml`<td bgcolor="${badge}" style="border-radius:20px"><a href="${url}" style="color:#ffffff"><img src="${assetUrl(context, key)}" alt="${name}" width="${ICON_SIZE}" height="${ICON_SIZE}" style="display:block" /></a></td><td width="${gap}"></td>`,
    );
    return mjml`<mj-text padding="${context.padding}" font-size="10px" css-class="ink-box"><table role="presentation" cellpadding="0" cellspacing="0"><tr>${cells}</tr></table></mj-text>`;
  },
  toText: (value, { origin }) =>
    NETWORKS.flatMap(({ key, name }) => {
      const url = secureTarget(value[key] ?? '', origin);
      return url === null ? [] : [`${name}: ${url}`];
    }).join('\n'),
  traits: {
    place: 'column',
    isHeading: false,
    isContent: true,
    isThin: false,
    height: () => 60,
    texts: none,
    links: none,
    pictures: none,
    colours: none,
    dates: none,
    inheritedText: () => null,
    cover: () => null,
    emptyFields: none,
    mapFiles(value, map) {
      const mapped = { ...value };
      for (const { key } of NETWORKS) {
        const url = value[key];
        if (url !== undefined) mapped[key] = map(url, 'link');
      }
      return mapped;
    },
  },
});
