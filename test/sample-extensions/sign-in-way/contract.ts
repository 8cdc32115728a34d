import { z } from 'zod';
import type { Way } from '#contract/sign-in/ways/way.ts';

/** A code on paper from a school's office: a way to prove who one is that exists in tests alone. */
export const paperCodeWay = {
  id: 'paper_code',
  words: { name: 'Code on paper', one: 'a code on paper', use: 'Use a code on paper', held: 'paper' },
  opensSession: false,
  afterPassword: 'factor',
  isElsewhere: false,
  answer: z.string().trim().min(1, 'Please type the code'),
  field: {
    kind: 'text',
    label: 'Code on your paper',
    step: {
      title: 'Your paper',
      lead: 'From the school’s office.',
      label: 'Code on paper',
      back: 'Use the paper',
    },
  },
  asked: 'Please type the code on your paper',
} as const satisfies Way;
