import { describe, expect, test } from 'vitest';
import { type Answers, forgetAnswers, keepAnswers, NO_ANSWERS, recallAnswers, STEPS } from './answers.ts';
import {
  isFilled,
  isReachable,
  problemOf,
  SCHOOL_STEPS,
  stepAfter,
  stepBefore,
  stepOfField,
} from './steps.ts';

const logo = {
  name: 'oakfield.png',
  picture: 'data:image/png;base64,AAAA',
  width: 320,
  height: 90,
  frame: { x: 0, y: 0, width: 1, height: 1 },
};
const all: Answers = {
  step: 'layout',
  name: 'Oakfield Primary',
  logo,
  primary: '#1f5d45',
  secondary: '',
  email: 'office@oakfield.example',
  phone: '020-7946.0018',
  title: 'Welcome back',
  layout: 'two_columns_left',
};

describe('the steps', () => {
  test('ask four things about the school, then two about the newsletter', () => {
    expect(STEPS.slice(0, SCHOOL_STEPS)).toEqual(['name', 'logo', 'email', 'phone']);
    expect(STEPS.slice(SCHOOL_STEPS)).toEqual(['title', 'layout']);
    expect(stepBefore('name')).toBeNull();
    expect(stepAfter('name')).toBe('logo');
    expect(stepAfter('layout')).toBeNull();
  });

  test.each(STEPS)('%s is unfilled at first and filled by its answer', (step) => {
    expect(isFilled(step, NO_ANSWERS)).toBe(false);
    expect(isFilled(step, all)).toBe(true);
  });

  test('spaces alone fill nothing', () => {
    expect(isFilled('name', { ...all, name: '   ' })).toBe(false);
  });

  test('say what is wrong in the words of the requirements', () => {
    expect(problemOf('name', { ...all, name: ' ' })).toBe('Please enter the name of your school');
    expect(problemOf('email', { ...all, email: 'office@' })).toBe('A valid email address is required');
    expect(problemOf('phone', { ...all, phone: '1'.repeat(201) })).toBe('Limit is 200 symbols');
    for (const step of STEPS) expect(problemOf(step, all)).toBeNull();
  });

  test('can be gone to once everything before is right', () => {
    expect(isReachable('name', NO_ANSWERS)).toBe(true);
    expect(isReachable('logo', NO_ANSWERS)).toBe(false);
    expect(isReachable('layout', all)).toBe(true);
    expect(isReachable('layout', { ...all, email: 'office' })).toBe(false);
    expect(isReachable('email', { ...all, email: 'office' })).toBe(true);
  });

  test('know which of them a refused field belongs to', () => {
    expect(stepOfField('secondary_color')).toBe('logo');
    expect(stepOfField('phone')).toBe('phone');
    expect(stepOfField('layout_type')).toBe('layout');
  });
});

describe('the answers', () => {
  test('come back to the same person only, until they are forgotten', () => {
    keepAnswers('one', all);
    expect(recallAnswers('one')).toEqual(all);
    expect(recallAnswers('another')).toEqual(NO_ANSWERS);
    forgetAnswers('one');
    expect(recallAnswers('one')).toEqual(NO_ANSWERS);
  });

  test('of an older version of the program are not trusted', () => {
    localStorage.setItem('onboarding:one', JSON.stringify({ name: 'Oakfield' }));
    expect(recallAnswers('one')).toEqual(NO_ANSWERS);
    localStorage.setItem('onboarding:one', '{');
    expect(recallAnswers('one')).toEqual(NO_ANSWERS);
  });

  test('are kept without the picture when the tab has no room for it', () => {
    const storage = new Map<string, string>();
    const full = {
      getItem: (key: string) => storage.get(key) ?? null,
      removeItem: (key: string) => void storage.delete(key),
      setItem: (key: string, value: string) => {
        if (value.includes('data:')) throw new DOMException('full', 'QuotaExceededError');
        storage.set(key, value);
      },
    };
    keepAnswers('one', all, full);
    expect(recallAnswers('one', full)).toEqual({ ...all, logo: null });
  });
});
