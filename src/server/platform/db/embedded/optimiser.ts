import { setFlagsFromString } from 'node:v8';

/** Higher than the number of any function in a WebAssembly module. */
const NONE = 2_000_000_000;
const ALL = -1;

/**
 * Keeps V8 from optimising WebAssembly until the returned function is called; further calls do nothing. At the engine's
 * start, optimising one function of 200 KB takes over 600 MB for half a second, and the result is hardly used. The flag
 * belongs to V8's tests: without it only that memory use returns (`npm run bench -- start`).
 */
export function holdOptimiser(): () => void {
  let isHeld = true;
  setFlagsFromString(`--wasm-tier-up-filter=${NONE}`);
  return () => {
    if (isHeld) setFlagsFromString(`--wasm-tier-up-filter=${ALL}`);
    isHeld = false;
  };
}
