import { setFlagsFromString } from 'node:v8';

/** No function of a WebAssembly module has this number. */
const NONE = 2_000_000_000;
const ALL = -1;

/**
 * Keeps V8 from optimising WebAssembly until the returned function is called, of which further calls do nothing: in the engine's
 * start, optimising one function of 200 KB takes over 600 MB for half a second, and its result is hardly used. The flag is one
 * that V8 has for its tests: without it only that memory comes back (`npm run bench -- start`).
 */
export function holdOptimiser(): () => void {
  let isHeld = true;
  setFlagsFromString(`--wasm-tier-up-filter=${NONE}`);
  return () => {
    if (isHeld) setFlagsFromString(`--wasm-tier-up-filter=${ALL}`);
    isHeld = false;
  };
}
