import { codeSchema, type StoredBlock } from './document.ts';

/**
 * Upgrades `code` stored by older versions on reading, in numbered steps. A released step never changes. The current
 * form is defined by `codeSchema`.
 */

/** Upgrades `code` from one version to the next. It must accept anything and leave unknown data unchanged. */
export type UpgradeStep = (code: unknown) => unknown;

/** The steps in order; the first upgrades from version 0 to 1. */
export const UPGRADE_STEPS: readonly UpgradeStep[] = [
  // 0 → 1: the first stored form.
  (code) => code,
  // 1 → 2: blocks may span both columns and have a tint; older ones do neither.
  (code) => code,
];

/** The current version, stored with `code`. */
export const CODE_VERSION = UPGRADE_STEPS.length;

/** Runs the steps that `code` of version `from` needs. Throws `RangeError` for an unknown version. */
export function runSteps(
  code: unknown,
  from: number,
  steps: readonly UpgradeStep[] = UPGRADE_STEPS,
): unknown {
  if (!Number.isInteger(from) || from < 0 || from > steps.length) {
    throw new RangeError(
      `Newsletter code has version ${from}, but the newest known version is ${steps.length}`,
    );
  }
  return steps.slice(from).reduce((upgraded, step) => step(upgraded), code);
}

/** Upgrades and validates `code` of any known version. Throws `ZodError` for invalid code. */
export function upgradeCode(code: unknown, from: number = CODE_VERSION): StoredBlock[] {
  return codeSchema.parse(runSteps(code, from));
}

/**
 * Upgrades stored `code`. The current version is not validated again, as it was when written. Throws like `upgradeCode`.
 */
export function storedBlocks(code: readonly unknown[], from: number): readonly StoredBlock[] {
  return isCurrent(code, from) ? code : upgradeCode(code, from);
}

function isCurrent(_code: readonly unknown[], version: number): _code is readonly StoredBlock[] {
  return version === CODE_VERSION;
}
