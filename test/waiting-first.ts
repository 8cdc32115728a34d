import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Groups of tests by the share of their time that they wait: tests of killed programs most of it, those of screens hardly at all. */
const ORDER: readonly ((test: TestSpecification) => boolean)[] = [
  ({ moduleId }) => /kills?\.test\.ts$/.test(moduleId),
  ({ project }) => project.name.startsWith('server'),
  () => true,
];

/** Starts with the tests that wait, so that tests that compute fill the gaps, and no core is idle at the end. */
export class WaitingFirst extends BaseSequencer {
  override async sort(tests: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(tests);
    return sorted.toSorted((a, b) => placeOf(a) - placeOf(b));
  }
}

const placeOf = (test: TestSpecification) => ORDER.findIndex((matches) => matches(test));
