import { expect, it } from 'vitest';
import { sampleBlocks } from '#test/newsletter-samples.ts';
import { CODE_VERSION, runSteps, UPGRADE_STEPS, upgradeCode } from './upgrade.ts';

it('leaves what is written today as it is, and reads the first version', () => {
  const code = sampleBlocks();
  expect(upgradeCode(code)).toEqual(code);
  expect(upgradeCode(code, 0)).toEqual(code);
  expect(CODE_VERSION).toBe(UPGRADE_STEPS.length);
});

it('runs only the steps that are still needed, in order', () => {
  const steps = ['a', 'b', 'c'].map((letter) => (code: unknown) => `${String(code)}${letter}`);
  expect(runSteps('>', 0, steps)).toBe('>abc');
  expect(runSteps('>', 2, steps)).toBe('>c');
  expect(runSteps('>', 3, steps)).toBe('>');
});

it('does not guess at versions of the future, nor at what is no newsletter', () => {
  expect(() => upgradeCode([], CODE_VERSION + 1)).toThrow(RangeError);
  expect(() => upgradeCode([], -1)).toThrow(RangeError);
  expect(() => upgradeCode({ blocks: [] })).toThrow('Should be a list of blocks');
});
