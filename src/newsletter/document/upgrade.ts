import { codeSchema, type StoredBlock } from './document.ts';

/**
 * Stored lists of older versions of this program are brought up to date on reading, one numbered step after another.
 * A step is never changed once it was released; what a document looks like now is said by `codeSchema` alone.
 */

/** Turns a stored list of one version into the next one's. It must take anything and leave alone what it doesn't know. */
export type UpgradeStep = (code: unknown) => unknown;

/** The steps in order: the first leads from version 0 to 1. */
export const UPGRADE_STEPS: readonly UpgradeStep[] = [
  // 0 → 1: the first stored form.
  (code) => code,
];

/** The version that is written today; store it beside `code`. */
export const CODE_VERSION = UPGRADE_STEPS.length;

/** Runs the steps that a stored list of version `from` still needs. Throws `RangeError` for a version from the future. */
export function runSteps(
  code: unknown,
  from: number,
  steps: readonly UpgradeStep[] = UPGRADE_STEPS,
): unknown {
  if (!Number.isInteger(from) || from < 0 || from > steps.length) {
    throw new RangeError(`Newsletter of version ${from}, this program knows ${steps.length}`);
  }
  return steps.slice(from).reduce((upgraded, step) => step(upgraded), code);
}

/** A stored list of any version as today's blocks. Throws zod's error for what is no newsletter. */
export function upgradeCode(code: unknown, from: number = CODE_VERSION): StoredBlock[] {
  return codeSchema.parse(runSteps(code, from));
}

/**
 * A stored list as today's blocks, without looking again at what this version has written: it was clean then. Throws as
 * `upgradeCode`.
 */
export function storedBlocks(code: readonly unknown[], from: number): readonly StoredBlock[] {
  return isOfToday(code, from) ? code : upgradeCode(code, from);
}

function isOfToday(_code: readonly unknown[], version: number): _code is readonly StoredBlock[] {
  return version === CODE_VERSION;
}
