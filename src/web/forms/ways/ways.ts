import type { Way } from '#contract/sign-in/ways/way.ts';
import { wayOf } from '#contract/sign-in/ways.ts';
import { WAYS_ON_WEB } from './list.ts';
import type { DeviceWay } from './way-on-web.ts';

/** The device part of a way, if it has one; else null. */
export function deviceOf({ id }: Way): DeviceWay['device'] | null {
  const own = WAYS_ON_WEB[id];
  return own !== undefined && 'device' in own ? own.device : null;
}

/** The ways among these that this version knows and this browser can use. */
export function usableWays(ids: readonly string[]): readonly Way[] {
  return ids.flatMap((id) => wayOf(id) ?? []).filter((way) => deviceOf(way)?.isUsable() ?? true);
}
