import { useCallback, useMemo } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { z } from 'zod';
import { SHOWN } from '#web/features/editor/kernel/places/history-place.ts';

/** In the address: the state that it is compared with; absent for the present. */
const AGAINST = 'with';

const openedHere = z.object({ isHistoryOpenedHere: z.literal(true) });

/** The states that the address names for the history, and the functions that change it. */
export interface HistoryAddress {
  /** The id of the chosen state; null if none is chosen yet. */
  readonly shown: string | null;
  /** The id of the state that it is compared with; null for the present. */
  readonly against: string | null;
  choose(shown: string | null, against: string | null): void;
  close(): void;
}

export function useHistoryAddress(): HistoryAddress {
  const [params, setParams] = useSearchParams();
  const navigate = useNavigate();
  const { state } = useLocation();
  const isOpenedHere = openedHere.safeParse(state).success;
  const choose = useCallback(
    (shown: string | null, against: string | null) =>
      setParams(against === null ? { [SHOWN]: shown ?? '' } : { [SHOWN]: shown ?? '', [AGAINST]: against }, {
        replace: true,
        state,
      }),
    [setParams, state],
  );
  const close = useCallback(() => {
    // Goes back, as a new history entry would let the Back button open the history again.
    if (isOpenedHere) void navigate(-1);
    else setParams({}, { replace: true });
  }, [isOpenedHere, navigate, setParams]);
  const shown = params.get(SHOWN);
  const against = params.get(AGAINST);
  return useMemo(
    () => ({ shown: shown === '' ? null : shown, against, choose, close }),
    [shown, against, choose, close],
  );
}
