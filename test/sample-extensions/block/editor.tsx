import { IconBell } from '@tabler/icons-react';
import { loadable } from '#ui/loadable.tsx';

/** The notice's entry in the list of editors. */
export const noticeEditor = {
  type: 'notice',
  icon: IconBell,
  Form: loadable(async () => (await import('./form.tsx')).NoticeForm),
};
