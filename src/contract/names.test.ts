import { describe, expect, it } from 'vitest';
import { FIELD_MESSAGES, optionalName, requiredName, withoutAddresses } from './fields.ts';

describe('requiredName and optionalName', () => {
  it.each([
    'HSBC Bank Security - verify at hsbc-verify.example',
    'https://evil.example/login',
    'HTTP://EVIL',
    'www.evil.example',
    'Call x.co now',
    'ada@school.example',
    'evil.co.uk',
    'evil.of.example',
    'evil.office',
    'evil\u200b.\u200bcom',
    'evil．com',
    'школа.рф',
    'evil.xn--p1ai',
    'St.Mary’s',
  ])('rejects an address in a name: %j', (name) => {
    expect(requiredName().safeParse(name).error?.issues[0]?.message).toBe(FIELD_MESSAGES.nameAddress);
    expect(optionalName.safeParse(name).success).toBe(false);
    const plain = withoutAddresses(name);
    expect(requiredName().safeParse(plain).data).toBe(plain);
    expect(withoutAddresses(plain)).toBe(plain);
  });

  it.each([
    'St. Mary’s C.E. Primary School',
    'St. Mary’s C.of E. (V.A.) Primary School',
    'C.OF E.',
    'J.R.R. Tolkien',
    'Ada Bell, Ph.D.',
    'P.S. 118',
    'Year 1.5',
    'Mr. O’Neill-Smith',
    'Kids@Home Nursery',
    'Call 020 7946 0958',
    'Ecole no. 3...',
    'École élémentaire d’Évry…',
    '北京小学。',
  ])('accepts a name without an address unchanged: %j', (name) => {
    expect(requiredName().parse(name)).toBe(name);
    expect(withoutAddresses(name)).toBe(name);
  });
});
