import { useTools } from '#web/features/editor/kernel/tools.tsx';
import { PublishNow } from './publish-now.tsx';

/** Publish, or what guests put around it or in its place. */
export function PublishButton() {
  const { guests } = useTools();
  let button = <PublishNow />;
  for (const { contribution: Around } of guests.at('Publish')) button = <Around>{button}</Around>;
  return button;
}
