import { expect, it } from 'vitest';
import { commaOf } from './comma.ts';

it('is Arabic where the script is', () => {
  expect(['en', 'ar-EG', 'fa', 'he', 'x"y'].map(commaOf)).toEqual([', ', '، ', '، ', ', ', ', ']);
});
