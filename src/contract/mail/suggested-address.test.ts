import { expect, it } from 'vitest';
import { suggestedAddress } from './suggested-address.ts';

it.each([
  ['ann@gmial.com', 'ann@gmail.com'],
  ['ann@gmai.com', 'ann@gmail.com'],
  ['ann@gmail.con', 'ann@gmail.com'],
  ['ann@gmail.co', 'ann@gmail.com'],
  ['ann@gmaill.com', 'ann@gmail.com'],
  ['ann@hotmial.com', 'ann@hotmail.com'],
  ['ann@hotmail.co.ul', 'ann@hotmail.co.uk'],
  ['ann@outlok.com', 'ann@outlook.com'],
  ['ann@icloud.cmo', 'ann@icloud.com'],
  ['ann@yaho.co.uk', 'ann@yahoo.co.uk'],
  ['Ann.Lee@YAHOO.CON', 'Ann.Lee@yahoo.com'],
  ['ann@live.con', 'ann@live.com'],
  ['ann@btintenet.com', 'ann@btinternet.com'],
])('takes %j for %j', (typed, meant) => {
  expect(suggestedAddress(typed)).toBe(meant);
});

it.each([
  ...[
    'ann@gmail.com',
    'ann@mail.com',
    'ann@email.com',
    'ann@ymail.com',
    'ann@life.com',
    'ann@mc.com',
    'ann@ski.com',
  ],
  ...[
    'ann@yahoo.fr',
    'ann@yahoo.co.in',
    'ann@hotmail.de',
    'ann@school.example',
    'gmial.com',
    '@gmial.com',
    '',
  ],
])('doubts nothing in %j', (typed) => {
  expect(suggestedAddress(typed)).toBeNull();
});
