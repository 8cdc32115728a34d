import { useSearchParams } from 'react-router';

/** The parameter of the editor's address with the state that is shown; '' for the newest. */
export const SHOWN = 'history';

/** Whether the address shows the history, so that Back leaves it; see `history-address.ts`. */
export function useHistoryPlace(): { readonly isOpen: boolean; readonly open: () => void } {
  const [params, setParams] = useSearchParams();
  return {
    isOpen: params.has(SHOWN),
    open: () => setParams({ [SHOWN]: '' }, { state: { isHistoryOpenedHere: true } }),
  };
}
