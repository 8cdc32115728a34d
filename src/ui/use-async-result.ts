import { useEffect, useState } from 'react';

/**
 * The newest result of `compute`, with the input that it is of: by now there may be another. Null before the first one. What fails
 * is left out, null is not computed.
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
