import { expect, it } from 'vitest';
import { asTyped, say } from './words.ts';

it('makes links of nothing that somebody typed', () => {
  const school = 'Oakfield.example';
  expect(say`${school} asks you: see https://x.example`.toString()).toBe(
    'Oakfield. example asks you: see https://x.example',
  );
  expect(say`Go to ${'http://oakfield.example'}`.toString()).toBe('Go to http: oakfield. example');
});

it('leaves words of a mail and of the program as they are', () => {
  const contact = asTyped('help@inkwell.example');
  expect(say`Write to ${say`us, ${contact}`}, within ${2} days`.toString()).toBe(
    'Write to us, help@inkwell.example, within 2 days',
  );
});
