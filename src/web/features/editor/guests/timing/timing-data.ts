import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useStore } from 'zustand';
import type { TimingKind } from '#contract/timing/timing-state.ts';
import { type Timing, timingRoutes } from '#contract/timing/timings.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/client.ts';
import { queryKeys } from '#web/api/query-keys.ts';
import { WHILE_SEEN } from '#web/features/editor/kernel/follow-query.ts';
import { useSaveState, useTools } from '#web/features/editor/kernel/tools.tsx';

const keyOf = (id: string) => queryKeys.around(id).timings;

/** The timings of the newsletter, the next first. Fetched again after each save, and when somebody publishes. */
export function useTimings(): readonly Timing[] {
  const { editing } = useTools();
  const { id } = editing.opened;
  const at = useSaveState().at?.getTime();
  const publicState = useStore(editing.publicState);
  const { data = [] } = useQuery({
    queryKey: [...keyOf(id), at, publicState],
    queryFn: async ({ signal }) =>
      (await call(timingRoutes.listTimings, { params: { id }, signal, handles: () => true })).timing.data,
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
    ...WHILE_SEEN,
  });
  return data;
}

/** The calls; each fetches the timings again. They throw `ApiError`, which has been shown unless `handles` says otherwise. */
export function useTimingCalls() {
  const client = useQueryClient();
  const { editing } = useTools();
  const params = { id: editing.opened.id };
  const done = () => client.invalidateQueries({ queryKey: keyOf(params.id) });
  return {
    plan: async (
      kind: TimingKind,
      { at, mail }: { readonly at: Date; readonly mail: Timing['attributes']['mail'] },
      handles?: (error: ApiError) => boolean,
    ) => {
      const version = editing.saver.version();
      const seen = kind === 'publish' && { version, missing_files: [...editing.missing.getState()], mail };
      const body = { kind, at: at.toISOString(), ...seen };
      const { timing } = await call(timingRoutes.planTiming, { params, body, ...(handles && { handles }) });
      await done();
      return timing.data;
    },
    cancel: async (id: string) => {
      await call(timingRoutes.cancelTiming, { params: { id } });
      await done();
    },
    restore: async (id: string) => {
      await call(timingRoutes.restoreTiming, { params: { id } });
      await done();
    },
  };
}
