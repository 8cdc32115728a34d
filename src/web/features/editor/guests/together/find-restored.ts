import { historyRoutes } from '#contract/history.ts';
import { call } from '#web/api/client.ts';

/** The moment of the state that was restored last; null if there is none, or only a part of it was restored. */
export async function findRestored(id: string): Promise<string | null> {
  const { state } = await call(historyRoutes.listStates, { params: { id }, handles: () => true });
  return (
    state.data.find(({ attributes }) => attributes.reason === 'restored')?.attributes.restored_from ?? null
  );
}
