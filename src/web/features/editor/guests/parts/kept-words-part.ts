import { loadable } from '#ui/loadable.tsx';

/** See `kept-words-dialog.tsx`: contributors alone have kept words. */
const load = () => import('./kept-words-dialog.tsx');

export const KeptInEditor = loadable(
  async () => (await load()).KeptInEditor,
  () => null,
);
export const KeptHere = loadable(
  async () => (await load()).KeptHere,
  () => null,
);
