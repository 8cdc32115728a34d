import { assetUrl, BLOCK_MESSAGES, defineBlock, placeholder, strict } from '../../block.ts';
import { mjml } from '../../mjml.ts';
import { secureAddress, secureUrl } from '../../url.ts';

/** The networks in their order, with the names that people know. Source: specification §9. */
export const NETWORKS = [
  { key: 'facebook', name: 'Facebook' },
  { key: 'twitter', name: 'Twitter' },
  { key: 'instagram', name: 'Instagram' },
  { key: 'linkedin', name: 'LinkedIn' },
  { key: 'youtube', name: 'YouTube' },
] as const;

/** Links to the school elsewhere, as round icons. */
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
      const url = secureAddress(value[key] ?? '');
      return url === null ? [] : [{ key, name, url }];
    });
    if (links.length === 0) return placeholder(context, 'Links to social media');
    const badge = context.palette.badge;
    const cells = links.map(
      ({ key, name, url }) =>
        mjml`<td style="padding:0 10px 0 0"><a href="${url}" style="display:block;width:40px;height:40px;border-radius:20px;background:${badge}"><img src="${assetUrl(context, key)}" alt="${name}" width="40" height="40" style="display:block;width:40px;height:40px;border:0;border-radius:20px;background:${badge};color:#ffffff;font-size:10px" /></a></td>`,
    );
    return mjml`<mj-text padding="${context.padding}"><table role="presentation" cellpadding="0" cellspacing="0" border="0"><tbody><tr>${cells}</tr></tbody></table></mj-text>`;
  },
  toText: (value) =>
    NETWORKS.flatMap(({ key, name }) => (value[key] ? [`${name}: ${value[key]}`] : [])).join('\n'),
});
