import { randomInt } from 'node:crypto';
import type { AppContext } from '#server/context.ts';
import type { User } from '#server/data/users.ts';
import { strengthFor } from '#server/features/accounts/ways/password/new-password.ts';

// Leaves out letters and digits that are easily confused when read out over the telephone: about 59 bits.
const PASSWORD_CHARACTERS = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const GROUPS = [4, 4, 4] as const;

/** Random letters and digits in groups that pass the password rules. */
export async function newTemporaryPassword(context: AppContext, person: User): Promise<string> {
  for (;;) {
    const password = GROUPS.map((length) =>
      Array.from({ length }, () => PASSWORD_CHARACTERS[randomInt(PASSWORD_CHARACTERS.length)]).join(''),
    ).join('-');
    const strength = await strengthFor(context, person, password);
    if (strength !== null && strength.level !== 'refused') return password;
  }
}
