import { useUntouched } from './use-carried-over.ts';

/** '2 blocks are still as on 13 November', in the list of what is not done yet. */
export function StillUntouched() {
  const { words } = useUntouched();
  return words !== null && <li>{words}</li>;
}
