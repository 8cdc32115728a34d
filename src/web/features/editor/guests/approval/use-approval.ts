import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import {
  type ApprovalRequest,
  type ApprovalResource,
  approvalRoutes,
  type DecisionForm,
} from '#contract/approval/approval.ts';
import { call } from '#web/api/client.ts';
import { approvalQuery, useApproval } from '#web/features/editor/kernel/facts/approval.ts';
import type { SaveState } from '#web/features/editor/kernel/save-state.ts';
import { useTools } from '#web/features/editor/kernel/tools.tsx';
import { approvalKind } from './approval-state.ts';

/** The state of the newsletter's approval, with its newest request and the kind that the heads show. */
export function useApprovalState() {
  const publicState = useStore(useTools().editing.publicState);
  const approval = useApproval();
  const request = approval?.request ?? null;
  return { approval, request, kind: approvalKind(request, publicState) };
}

/** Fetches the approval again after each save, by this person or others, as the approved version may have changed. Use it once. */
export function useApprovalFollows(): void {
  const { saver, news, opened } = useTools().editing;
  const refetch = useRefetchApproval();
  const seen = useRef(opened.at);
  useEffect(() => {
    const look = ({ step, at }: SaveState) => {
      if (step !== 'saved' || at === seen.current) return;
      seen.current = at;
      void refetch();
    };
    // A save may have ended while the history was shown in place of the editor.
    look(saver.state.getState());
    const stops = [
      saver.state.subscribe(look),
      // As soon as others' words are on their way, so that 'Approved' is not shown above them.
      news.subscribe(({ stored }, before) => {
        if (stored !== before.stored) void refetch();
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [saver, news, refetch]);
}

/** Fetches the approval again and resolves to its newest request. */
export function useRefetchApproval(): () => Promise<ApprovalRequest | null> {
  const client = useQueryClient();
  const { id } = useTools().editing.opened;
  return useCallback(async () => {
    const { queryKey } = approvalQuery(id);
    await client.invalidateQueries({ queryKey });
    return client.getQueryData(queryKey)?.request ?? null;
  }, [client, id]);
}

/** The calls; each caches the server's answer. They throw `ApiError`, which has been shown. */
export function useApprovalCalls() {
  const client = useQueryClient();
  const { editing } = useTools();
  const { id } = editing.opened;
  const params = { id };
  const keep = ({ approval }: { approval: { data: ApprovalResource } }) =>
    client.setQueryData(approvalQuery(id).queryKey, approval.data.attributes);
  return {
    ask: async (
      approver_id: string,
      message: string,
      needed: { readonly day: string; readonly time: string },
    ) => {
      const day = needed.day === '' ? {} : { needed_by: needed.day };
      const time = needed.time === '' ? {} : { needed_time: needed.time };
      const body = { approver_id, message, ...day, ...time, version: editing.saver.version() };
      keep(await call(approvalRoutes.askApproval, { params, body }));
    },
    takeBack: async () => keep(await call(approvalRoutes.takeBackApproval, { params })),
    decide: async (answer: Pick<DecisionForm, 'decision' | 'words'>) => {
      const body = { ...answer, version: editing.saver.version() };
      keep(await call(approvalRoutes.decideApproval, { params, body }));
    },
  };
}
