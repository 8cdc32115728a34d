import { useCallback } from 'react';
import { useSearchParams } from 'react-router';
import { useSession } from '#web/session/session.ts';
import { useApprovalState } from './use-approval.ts';

const ASK = 'ask';

/** Whether the panel for a request is open. Kept in the address, as both the head and menus open it. */
export function useAskPlace() {
  const [params, setParams] = useSearchParams();
  const setAsking = useCallback(
    (isAsking: boolean) =>
      setParams(
        (now) => {
          const next = new URLSearchParams(now);
          if (isAsking) next.set(ASK, 'approval');
          else next.delete(ASK);
          return next;
        },
        { replace: true },
      ),
    [setParams],
  );
  return { isAsking: params.get(ASK) === 'approval', setAsking };
}

/** 'Ask Fola Hart for approval', for people who may publish without; null while there is nobody else to ask. */
export function useAskWords(): string | null {
  const { approval, kind } = useApprovalState();
  const me = useSession()?.user.id;
  const others = (approval?.approvers ?? []).filter(({ id }) => id !== me);
  const [first] = others;
  if (first === undefined) return null;
  const whom = others.length === 1 ? first.name : 'somebody';
  return kind === null ? `Ask ${whom} for approval` : `Ask ${whom} again`;
}
