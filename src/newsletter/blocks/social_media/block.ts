import {
  assetUrl,
  BLOCK_MESSAGES,
  type BlockContext,
  defineBlock,
  placeholder,
  strict,
} from '#newsletter/document/block.ts';
import { type Markup, mjml } from '#newsletter/render/mjml.ts';
import { completeWebAddress, secureTarget, secureUrlFrom } from '#newsletter/values/url.ts';

/** The networks in display order. Source: docs/requirements/screens.md 9.11. */
export const NETWORKS = [
  { key: 'facebook', name: 'Facebook', accounts: 'https://www.facebook.com/' },
  { key: 'twitter', name: 'Twitter', accounts: 'https://x.com/' },
  { key: 'instagram', name: 'Instagram', accounts: 'https://www.instagram.com/' },
  { key: 'linkedin', name: 'LinkedIn', accounts: 'https://www.linkedin.com/company/' },
  { key: 'youtube', name: 'YouTube', accounts: 'https://www.youtube.com/@' },
] as const;

const ACCOUNT = /^@([\p{L}\p{N}._-]+)$/u;

/** Completes the typed address of a network's page: an account such as '@oakfield' becomes its link. */
export function completeAccount(typed: string, accounts: string): string {
  const name = ACCOUNT.exec(typed.trim())?.[1];
  return name === undefined ? completeWebAddress(typed) : accounts + name;
}

/** The size of an icon, a comfortable touch target, and the gap between two, in pixels. */
const ICON_SIZE = 44;
const ICON_GAP = 12;

// An account is valid as it is typed: Save changes does not wait for the field to be left.
const pageOn = (accounts: string) => secureUrlFrom((typed) => completeAccount(typed, accounts)).optional();
const [facebook, twitter, instagram, linkedin, youtube] = NETWORKS;

/** Links to the school's social media pages, as icons. */
export const socialMedia = defineBlock({
  type: 'social_media',
  label: 'Social media',
  schema: strict({
    facebook: pageOn(facebook.accounts),
    twitter: pageOn(twitter.accounts),
    instagram: pageOn(instagram.accounts),
    linkedin: pageOn(linkedin.accounts),
    youtube: pageOn(youtube.accounts),
  }).refine((links) => Object.values(links).some((link) => link !== undefined), BLOCK_MESSAGES.required),
  defaults: () => ({}),
  toMjml(value, context) {
    const links = NETWORKS.flatMap(({ key, name }) => {
      const url = secureTarget(value[key] ?? '', context.origin);
      return url === null ? [] : [{ key, name, url }];
    });
    if (links.length === 0) return placeholder(context, 'Links to social media');
    // As many side by side as fit in the column; the rest below.
    const fitting = Math.max(1, Math.floor((context.width + ICON_GAP) / (ICON_SIZE + ICON_GAP)));
    const rows = links.flatMap((_, index) =>
      index % fitting === 0 ? [links.slice(index, index + fitting)] : [],
    );
    const below = mjml`<tr><td height="${ICON_GAP}" style="font-size:1px;line-height:${ICON_GAP}px">&#160;</td></tr>`;
    return mjml`<mj-text padding="${context.padding}" font-family="${context.fonts.sans}" font-size="10px" line-height="12px" css-class="ink-box"><table role="presentation" cellpadding="0" cellspacing="0">${rows.map((row, index) => mjml`${index > 0 && below}<tr>${row.map((link, at) => iconMarkup(link, at > 0, context))}</tr>`)}</table></mj-text>`;
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
    isOfOneIssue: false,
    height: () => 60,
    words: null,
    files: {
      map(value, map) {
        const mapped = { ...value };
        for (const { key } of NETWORKS) {
          const url = value[key];
          if (url !== undefined) mapped[key] = map(url, 'link');
        }
        return mapped;
      },
    },
    rows: null,
    recommendations: null,
    filling: null,
  },
});

type Link = { readonly key: string; readonly name: string; readonly url: string };

// If pictures are blocked, the network's name appears instead. As an inline element it takes the width that it needs,
// and so does its badge. Below the browser's own icon for a missing picture, where a round badge is narrower, the text
// is small enough to lose no letter.
function iconMarkup({ key, name, url }: Link, isLater: boolean, context: BlockContext): Markup {
  const { badge } = context.palette;
  const space = isLater && mjml`<td style="padding:0 ${ICON_GAP}px 0 0"></td>`;
  return mjml`${space}<td class="ink-badge" align="center" bgcolor="${badge}" width="${ICON_SIZE}" height="${ICON_SIZE}" style="background-color:${badge};border-radius:${context.design.radius.social}px"><a href="${url}" style="color:#ffffff;text-decoration:none"><img src="${assetUrl(context, key)}" alt="${name}" width="${ICON_SIZE}" height="${ICON_SIZE}" style="display:inline;vertical-align:top;min-width:${ICON_SIZE}px;word-break:normal;overflow-wrap:normal;font-size:9px;line-height:14px;text-align:center;color:#ffffff" /></a></td>`;
}
