import { useEffect, useState } from 'react';

/** The object that `create` makes at the first render; disposed of when the component unmounts. */
export function useDisposable<Made extends { dispose(): void }>(create: () => Made): Made {
  const [made] = useState(create);
  useEffect(() => () => made.dispose(), [made]);
  return made;
}
