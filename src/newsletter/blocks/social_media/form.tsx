import {
  IconBrandFacebook,
  IconBrandInstagram,
  IconBrandLinkedin,
  IconBrandTwitter,
  IconBrandYoutube,
} from '@tabler/icons-react';
import type { BlockFormProps } from '#newsletter/blocks/block-editor.ts';
import type { BlockValues } from '#newsletter/document/document.ts';
import classes from '#newsletter/fields/forms.module.css';
import { LinkInput } from '#newsletter/fields/link-input.tsx';
import { completeAccount, NETWORKS } from './block.ts';

const ICONS = {
  facebook: IconBrandFacebook,
  twitter: IconBrandTwitter,
  instagram: IconBrandInstagram,
  linkedin: IconBrandLinkedin,
  youtube: IconBrandYoutube,
} as const;

export function SocialMediaForm({ value, onChange, problem }: BlockFormProps<BlockValues['social_media']>) {
  return (
    <div className={classes.fields}>
      <p className={classes.note} data-path="" data-needed="A link or an account">
        At least one link, or an account as @school
      </p>
      {NETWORKS.map(({ key, name, accounts }) => {
        const Icon = ICONS[key];
        return (
          <LinkInput
            key={key}
            label={name}
            leftSection={<Icon size={20} stroke={1.75} aria-hidden="true" />}
            data-path={key}
            value={value[key] ?? ''}
            error={problem(key)}
            complete={(typed) => completeAccount(typed, accounts)}
            onChange={(link) => onChange(withLink(value, key, link))}
          />
        );
      })}
    </div>
  );
}

// Networks without a link are left out of the value.
function withLink(
  value: BlockValues['social_media'],
  key: (typeof NETWORKS)[number]['key'],
  link: string,
): BlockValues['social_media'] {
  const { [key]: _before, ...others } = value;
  return link === '' ? others : { ...others, [key]: link };
}
