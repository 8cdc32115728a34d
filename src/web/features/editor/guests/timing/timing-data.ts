import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import type { TimingKind } from '#contract/timing/timing-state.ts';
import { type Timing, timingRoutes } from '#contract/timing/timings.ts';
import { MINUTE_MS } from '#newsletter/values/durations.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/client.ts';
import { useSaveState, useTools } from '#web/features/editor/editor-context.tsx';

const keyOf = (id: string) => ['timings', id];

/** What is to happen to the newsletter at a time, the next first. Asked again after each save, and when somebody publishes. */
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
    refetchInterval: MINUTE_MS,
  });
  return data;
}

/** Asks again when others have planned something, which is told together with the parts. Use it once. */
export function useTimingsOfOthers(): void {
  const client = useQueryClient();
  const { editing } = useTools();
  const { id } = editing.opened;
  useEffect(
    () => editing.parts.state.subscribe(() => void client.invalidateQueries({ queryKey: keyOf(id) })),
    [editing, client, id],
  );
}

/** The calls; each asks for the timings anew. Throws `ApiError`, which has been shown unless `handles` says otherwise. */
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
