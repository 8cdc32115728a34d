import { useCallback } from 'react';
import { useSearchParams } from 'react-router';
import { z } from 'zod';
import { AT_A_TIME } from '#contract/paths.ts';
import { TIMING_KINDS, type TimingKind } from '#contract/timing/timing-state.ts';

const kinds = z.enum(TIMING_KINDS);

/** The kind of timing that the address asks for; null if it asks for none. */
export function useTimingPlace() {
  const [params, setParams] = useSearchParams();
  const asked = kinds.safeParse(params.get(AT_A_TIME)).data ?? null;
  const ask = useCallback(
    (kind: TimingKind | null) =>
      setParams(
        (now) => {
          const next = new URLSearchParams(now);
          if (kind === null) next.delete(AT_A_TIME);
          else next.set(AT_A_TIME, kind);
          return next;
        },
        { replace: kind === null },
      ),
    [setParams],
  );
  return { asked, ask };
}
