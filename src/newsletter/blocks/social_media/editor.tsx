import { IconSocial } from '@tabler/icons-react';
import type { BlockEditor, BlockFormProps } from '../../block-editor.ts';
import styles from '../../block-fields.module.css';
import { LinkField } from '../../block-fields.tsx';
import { NETWORKS } from './block.ts';

type Key = (typeof NETWORKS)[number]['key'];

function SocialMediaForm({ value, onChange, reports }: BlockFormProps<'social_media'>) {
  const set = (key: Key, url: string) => {
    const { [key]: _before, ...others } = value;
    onChange(url === '' ? others : { ...others, [key]: url });
  };
  return (
    <div className={styles.stack}>
      {NETWORKS.map(({ key, name }) => (
        <LinkField
          key={key}
          {...reports}
          path={key}
          label={name}
          placeholder={`https://${key}.com/…`}
          value={value[key] ?? ''}
          onText={(url) => set(key, url)}
        />
      ))}
    </div>
  );
}

/** The social media's form: one address a network, at least one in all. */
export const socialMediaEditor: BlockEditor<'social_media'> = { icon: IconSocial, Form: SocialMediaForm };
