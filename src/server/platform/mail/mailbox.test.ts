import { describe, expect, it } from 'vitest';
import { mailboxOf } from './mailbox.ts';

describe('the mailbox of an address', () => {
  it.each([
    ['jo@school.example', 'jo@school.example'],
    ['  Jo@School.EXAMPLE ', 'jo@school.example'],
    ['jo+a@school.example', 'jo@school.example'],
    ['jo+a+b@school.example', 'jo@school.example'],
    ['jo.bell@school.example', 'jo.bell@school.example'],
    ['j.o.b.e.l.l+x@gmail.com', 'jobell@gmail.com'],
    ['Jo.Bell@GoogleMail.com', 'jobell@gmail.com'],
    ['jo_be-ll@pm.me', 'jobell@proton.me'],
    ['jo.bell@notgmail.com', 'jo.bell@notgmail.com'],
  ])('%j is %j', (address, mailbox) => expect(mailboxOf(address)).toBe(mailbox));

  it('keeps addresses apart that consist only of a tag or dots', () => {
    expect(mailboxOf('+a@school.example')).not.toBe(mailboxOf('+b@school.example'));
    expect(mailboxOf('..@gmail.com')).not.toBe(mailboxOf('...@gmail.com'));
  });
});
