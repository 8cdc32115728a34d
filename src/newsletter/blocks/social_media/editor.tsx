import { IconSocial } from '@tabler/icons-react';
import type { BlockEditor } from '#newsletter/blocks/block-editor.ts';
import { loadable } from '#ui/loadable.tsx';

export const socialMediaEditor: BlockEditor<'social_media'> = {
  type: 'social_media',
  icon: IconSocial,
  Form: loadable(async () => (await import('./form.tsx')).SocialMediaForm),
};
