import type { z } from 'zod';
import { PROVIDER_MESSAGES, type providerRuleForm } from '#contract/sign-in/providers.ts';
import type { ProviderSettings } from '#server/config-providers.ts';
import type { AppContext } from '#server/context.ts';
import { recordAudit } from '#server/data/audit-log.ts';
import { findSchool, type School, updateSchoolState } from '#server/data/schools.ts';
import type { User } from '#server/data/users.ts';
import { invalid, notFound } from '#server/platform/http/errors.ts';
import type { Member } from '#server/platform/http/handle.ts';

/** A school's rule that staff with addresses of a domain sign in with a provider. The owner keeps the password as the way back. */

export type ProviderRuleForm = z.output<typeof providerRuleForm>;

/** The provider that a school requires of a person; null for none, or for one that is no longer configured. */
export function providerAskedOf(
  { config }: AppContext,
  { role, email }: Pick<User, 'role' | 'email'>,
  school: Pick<School, 'requiredProvider' | 'requiredDomain'> | undefined,
): ProviderSettings | null {
  const { requiredProvider, requiredDomain } = school ?? {};
  if (requiredProvider == null || role === 'owner' || !email.endsWith(`@${requiredDomain}`)) return null;
  return config.providers.find(({ id }) => id === requiredProvider) ?? null;
}

/** Like `providerAskedOf`, for a person whose school is not loaded. */
export async function findProviderAskedOf(
  context: AppContext,
  person: User,
): Promise<ProviderSettings | null> {
  if (context.config.providers.length === 0 || person.schoolId === null) return null;
  return providerAskedOf(context, person, await findSchool(context.database, person.schoolId));
}

/** Throws 400 for a new address outside the rule: people cannot leave it by themselves, but the owner can let them. */
export async function refuseLeavingRule(context: AppContext, person: User, email: string): Promise<void> {
  if (context.config.providers.length === 0 || person.schoolId === null) return;
  const school = await findSchool(context.database, person.schoolId);
  const asked = providerAskedOf(context, person, school);
  if (asked !== null && providerAskedOf(context, { ...person, email }, school) === null)
    throw invalid({ email: PROVIDER_MESSAGES.addressStays(asked.name) });
}

/** The school's rule, or null. Throws 404 for another school. */
export async function readRule(
  { database }: AppContext,
  { schoolId }: Member,
  id: string,
): Promise<ProviderRuleForm | null> {
  const school = id === schoolId ? await findSchool(database, id) : undefined;
  if (school === undefined) throw notFound('School');
  const { requiredProvider: provider, requiredDomain: domain } = school;
  return provider === null || domain === null ? null : { provider, domain };
}

/** Sets the rule; null removes it. Throws 404 for another school, 400 for a provider that is not configured. */
export async function setRule(
  context: AppContext,
  caller: Member,
  id: string,
  rule: ProviderRuleForm | null,
): Promise<ProviderRuleForm | null> {
  const before = await readRule(context, caller, id);
  const { database, config } = context;
  const nameOf = (wanted: string) => config.providers.find((each) => each.id === wanted)?.name;
  if (rule !== null && nameOf(rule.provider) === undefined)
    throw invalid({ provider: PROVIDER_MESSAGES.ruleProvider });
  if (rule?.provider === before?.provider && rule?.domain === before?.domain) return rule;
  await database.transaction(async () => {
    await updateSchoolState(database, id, {
      requiredProvider: rule?.provider ?? null,
      requiredDomain: rule?.domain ?? null,
    });
    const about = rule ?? before;
    const subject = `${nameOf(about?.provider ?? '') ?? about?.provider} (${about?.domain})`;
    await recordAudit(
      context,
      caller,
      rule === null ? 'provider_not_required' : 'provider_required',
      subject,
    );
  });
  return rule;
}
