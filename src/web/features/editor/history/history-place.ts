import { useCallback, useMemo } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { z } from 'zod';

/** In the editor's address: the state that is shown, or '' for the one before the present. */
const SHOWN = 'history';
/** There: the state that it is compared with; absent for the present. */
const AGAINST = 'with';

const openedHere = z.object({ isHistoryOpenedHere: z.literal(true) });

/** The place of the history in the editor's address, so that Back leaves it. */
export interface HistoryPlace {
  readonly isOpen: boolean;
  /** The id of the chosen state; null if none is chosen yet. */
  readonly shown: string | null;
  /** The id of the state that it is compared with; null for the present. */
  readonly against: string | null;
  open(): void;
  choose(shown: string | null, against: string | null): void;
  close(): void;
}

export function useHistoryPlace(): HistoryPlace {
  const [params, setParams] = useSearchParams();
  const navigate = useNavigate();
  const { state } = useLocation();
  const isOpenedHere = openedHere.safeParse(state).success;
  const open = useCallback(
    () => setParams({ [SHOWN]: '' }, { state: { isHistoryOpenedHere: true } }),
    [setParams],
  );
  const choose = useCallback(
    (shown: string | null, against: string | null) =>
      setParams(against === null ? { [SHOWN]: shown ?? '' } : { [SHOWN]: shown ?? '', [AGAINST]: against }, {
        replace: true,
        state,
      }),
    [setParams, state],
  );
  const close = useCallback(() => {
    // As Back does, so that Back does not open it again.
    if (isOpenedHere) void navigate(-1);
    else setParams({}, { replace: true });
  }, [isOpenedHere, navigate, setParams]);
  const shown = params.get(SHOWN);
  return useMemo(
    () => ({
      isOpen: shown !== null,
      shown: shown === '' ? null : shown,
      against: params.get(AGAINST),
      open,
      choose,
      close,
    }),
    [shown, params, open, choose, close],
  );
}
