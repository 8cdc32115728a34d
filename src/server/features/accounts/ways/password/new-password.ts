import { PEOPLE_MESSAGES } from '#contract/people.ts';
import { passwordStrength } from '#contract/rules/password-strength.ts';
import type { AppContext } from '#server/context.ts';
import { schoolNameOf } from '#server/data/schools.ts';
import type { User } from '#server/data/users.ts';
import { LIMITS, requireTry } from '#server/platform/http/attempts.ts';
import { invalid } from '#server/platform/http/errors.ts';
import { hashPassword, known, verifyPassword } from './passwords.ts';

/**
 * Hashes a password that a person chooses. Throws 400 with advice for one that is easy to guess and for the temporary one again, 429 after
 * too many attempts, 503 like `hashPassword`.
 */
export async function hashNewPassword(context: AppContext, person: User, password: string): Promise<string> {
  // Each attempt costs a strength estimate, and a mailed link requires no current password.
  await requireTry(context, LIMITS.newPassword, [person.id]);
  // The owner who set it still knows it.
  if (person.needChangePassword && (await verifyPassword(person.passwordHash, password, known(person.id))))
    throw invalid({ password: PEOPLE_MESSAGES.temporaryAgain });
  const strength = await strengthFor(context, person, password);
  if (strength?.level === 'refused') throw invalid({ password: strength.message });
  return await hashPassword(password, known(person.id));
}

/** A password's strength given the person's and the school's name; null for one that the other rules refuse. */
export async function strengthFor(context: AppContext, person: User, password: string) {
  const { firstName, lastName, email } = person;
  const school = await schoolNameOf(context.database, person);
  return await passwordStrength(password, {
    firstName,
    lastName,
    email,
    school,
    product: context.config.product.name,
  });
}
