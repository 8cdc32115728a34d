/** Upgrades `code` from one version to the next. It must accept anything and leave unknown data unchanged. */
export type UpgradeStep = (code: unknown) => unknown;

/** Runs the steps that `code` of version `from` needs, in order. Throws `RangeError` for an unknown version. */
export function runSteps(steps: readonly UpgradeStep[], code: unknown, from: number): unknown {
  if (!Number.isInteger(from) || from < 0 || from > steps.length) {
    throw new RangeError(
      `Newsletter code has version ${from}, but the newest known version is ${steps.length}`,
    );
  }
  return steps.slice(from).reduce((upgraded, step) => step(upgraded), code);
}
