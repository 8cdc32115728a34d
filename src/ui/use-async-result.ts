import { useEffect, useState } from 'react';

/**
 * The newest result of `compute`, with its input, which may be older than the current one. Null before the first
 * result. Failures are ignored, a null input is not computed.
 */
export function useAsyncResult<Input, Result>(
  input: Input | null,
  compute: (input: Input) => Promise<Result>,
): { readonly input: Input; readonly result: Result } | null {
  const [newest, setNewest] = useState<{ readonly input: Input; readonly result: Result } | null>(null);
  useEffect(() => {
    if (input === null) {
      setNewest(null);
      return;
    }
    let isCurrent = true;
    compute(input).then(
      (result) => isCurrent && setNewest({ input, result }),
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [input, compute]);
  return newest;
}
