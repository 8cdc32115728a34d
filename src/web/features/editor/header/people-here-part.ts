import { loadable, Nothing } from '#ui/loadable.tsx';
import { whenIdle } from '#web/features/editor/kernel/when-idle.ts';

/** See `people-here.tsx`. Once the newsletter is there: nothing is heard of others before. */
export const PeopleHere = loadable(async () => {
  await new Promise<void>(whenIdle);
  return (await import('./people-here.tsx')).PeopleHere;
}, Nothing);
