import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { type Answers, clearAnswers, loadAnswers, STEPS, saveAnswers } from './answers.ts';
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
  design: 'letter',
  name: 'Oakfield Primary',
  logo,
  primary: '#1f5d45',
  secondary: '',
  email: 'office@oakfield.example',
  phone: '020-7946.0018',
  title: 'Welcome back',
  layout: 'two_columns_left',
};

const NO_ANSWERS: Answers = {
  step: null,
  design: 'letter',
  name: '',
  logo: null,
  primary: '',
  secondary: '',
  email: '',
  phone: '',
  title: '',
  layout: null,
};

describe('the steps', () => {
  test('are four about the school, then two about the newsletter', () => {
    expect(STEPS.slice(0, SCHOOL_STEPS)).toEqual(['name', 'logo', 'email', 'phone']);
    expect(STEPS.slice(SCHOOL_STEPS)).toEqual(['title', 'layout']);
    expect(stepBefore('name')).toBeNull();
    expect(stepAfter('name')).toBe('logo');
    expect(stepAfter('layout')).toBeNull();
  });

  test.each(STEPS)('%s is empty at first and filled by its answer', (step) => {
    expect(isFilled(step, NO_ANSWERS)).toBe(false);
    expect(isFilled(step, all)).toBe(true);
  });

  test('are not filled by spaces', () => {
    expect(isFilled('name', { ...all, name: '   ' })).toBe(false);
  });

  test('have the error messages of the requirements', () => {
    expect(problemOf('name', { ...all, name: ' ' })).toBe('Please enter the name of your school');
    expect(problemOf('email', { ...all, email: 'office@' })).toBe('A valid email address is required');
    expect(problemOf('phone', { ...all, phone: '1'.repeat(201) })).toBe('Limit is 200 symbols');
    for (const step of STEPS) expect(problemOf(step, all)).toBeNull();
  });

  test('are reachable once all steps before are valid', () => {
    expect(isReachable('name', NO_ANSWERS)).toBe(true);
    expect(isReachable('logo', NO_ANSWERS)).toBe(false);
    expect(isReachable('layout', all)).toBe(true);
    expect(isReachable('layout', { ...all, email: 'office' })).toBe(false);
    expect(isReachable('email', { ...all, email: 'office' })).toBe(true);
  });

  test('map to the fields of the server’s errors', () => {
    expect(stepOfField('secondary_color')).toBe('logo');
    expect(stepOfField('phone')).toBe('phone');
    expect(stepOfField('layout_type')).toBe('layout');
  });
});

describe('the answers', () => {
  test('are loaded for the same person only, until they are cleared', () => {
    saveAnswers('one', all);
    expect(loadAnswers('one')).toEqual(all);
    expect(loadAnswers('another')).toEqual(NO_ANSWERS);
    clearAnswers('one');
    expect(loadAnswers('one')).toEqual(NO_ANSWERS);
  });

  test('of another version of the program are ignored', () => {
    localStorage.setItem('onboarding:one', JSON.stringify({ name: 'Oakfield' }));
    expect(loadAnswers('one')).toEqual(NO_ANSWERS);
    localStorage.setItem('onboarding:one', '{');
    expect(loadAnswers('one')).toEqual(NO_ANSWERS);
  });

  test('are stored without the logo if the storage is full', () => {
    const { setItem } = Storage.prototype;
    const store = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (
      this: Storage,
      ...kept
    ) {
      if (kept[1].includes('data:')) throw new DOMException('full', 'QuotaExceededError');
      setItem.apply(this, kept);
    });
    onTestFinished(() => store.mockRestore());
    saveAnswers('one', all);
    expect(loadAnswers('one')).toEqual({ ...all, logo: null });
  });

  test('are none where a browser blocks its storage', () => {
    const storage = vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
      throw new DOMException('blocked', 'SecurityError');
    });
    onTestFinished(() => storage.mockRestore());
    saveAnswers('one', all);
    expect(loadAnswers('one')).toEqual(NO_ANSWERS);
    clearAnswers('one');
  });
});
