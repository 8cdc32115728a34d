import { useEffect, useEffectEvent } from 'react';
import { useSearchParams } from 'react-router';

/** Calls `run` once with a parameter of the editor's address, as in the links of mails, and removes it from the address. */
export function useAddressOnce(name: string, run: (value: string) => void, isReady = true): void {
  const [params, setParams] = useSearchParams();
  const value = params.get(name);
  const follow = useEffectEvent((found: string) => {
    run(found);
    setParams(
      (now) => {
        now.delete(name);
        return now;
      },
      { replace: true },
    );
  });
  useEffect(() => {
    if (value !== null && isReady) follow(value);
  }, [value, isReady]);
}
