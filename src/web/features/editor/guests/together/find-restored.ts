import { historyRoutes } from '#contract/history.ts';
import { call } from '#web/api/client.ts';

/** The moment of the state that was brought back last; null if it was not the whole of it. */
export async function findRestored(id: string): Promise<string | null> {
  const { state } = await call(historyRoutes.listStates, { params: { id }, handles: () => true });
  return (
    state.data.find(({ attributes }) => attributes.reason === 'restored')?.attributes.restored_from ?? null
  );
}
