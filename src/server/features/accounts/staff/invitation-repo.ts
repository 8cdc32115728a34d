import { and, asc, eq, gt, lte } from 'drizzle-orm';
import type { AppContext } from '#server/context.ts';
import { schoolNameOf } from '#server/data/schools.ts';
import { returnedRow } from '#server/platform/db/returned-row.ts';
import { invitations } from '#server/platform/db/schema/people.ts';
import { hashToken, newToken } from '#server/platform/http/tokens.ts';

/** An invitation that is not accepted: open or ended. */
export type Invitation = typeof invitations.$inferSelect;
/** The details that the owner enters about the invited person. */
export type InvitedPerson = Pick<Invitation, 'firstName' | 'lastName' | 'role' | 'email'>;
type InvitedChanges = { readonly [K in keyof InvitedPerson]?: InvitedPerson[K] | undefined };

const own = (schoolId: string, id: string) => and(eq(invitations.schoolId, schoolId), eq(invitations.id, id));

export async function listInvitations(context: AppContext, schoolId: string): Promise<readonly Invitation[]> {
  return await context.database.forSchool(schoolId, () =>
    context.database
      .orm()
      .select()
      .from(invitations)
      .where(eq(invitations.schoolId, schoolId))
      .orderBy(asc(invitations.createdAt), asc(invitations.id)),
  );
}

/** The addresses that a school has invited. */
export async function listInvitedAddresses(
  { database }: AppContext,
  schoolId: string,
): Promise<readonly string[]> {
  const rows = await database
    .orm()
    .select({ email: invitations.email })
    .from(invitations)
    .where(eq(invitations.schoolId, schoolId));
  return rows.map(({ email }) => email);
}

export async function findInvitation(
  context: AppContext,
  schoolId: string,
  id: string,
): Promise<Invitation | undefined> {
  return await context.database.forSchool(schoolId, async () => {
    const [row] = await context.database.orm().select().from(invitations).where(own(schoolId, id));
    return row;
  });
}

/** A school's invitation to an address; locks the row until the transaction ends. */
export async function lockInvitationTo(
  context: AppContext,
  schoolId: string,
  email: string,
): Promise<Invitation | undefined> {
  return await context.database.forSchool(schoolId, async () => {
    const [row] = await context.database
      .orm()
      .select()
      .from(invitations)
      .where(and(eq(invitations.schoolId, schoolId), eq(invitations.email, email)))
      .for('update');
    return row;
  });
}

/** Stores an invitation or updates the one to the same address, whose link dies unless `keepsLink`. */
export async function saveInvitation(
  context: AppContext,
  schoolId: string,
  invited: InvitedPerson,
  endsAt: Date,
  keepsLink: boolean,
): Promise<Invitation> {
  const { firstName, lastName, role } = invited;
  const link = keepsLink ? {} : { endsAt, tokenHash: null, mailTrouble: null };
  return await context.database.forSchool(schoolId, async () => {
    return returnedRow(
      await context.database
        .orm()
        .insert(invitations)
        .values({ ...invited, schoolId, endsAt, createdAt: context.clock.now() })
        .onConflictDoUpdate({
          target: [invitations.schoolId, invitations.email],
          set: { firstName, lastName, role, ...link },
        })
        .returning(),
    );
  });
}

/** Records whether the mail server took an invitation's mail. */
export async function noteInvitationMail(
  { database }: AppContext,
  id: string,
  mailTrouble: Invitation['mailTrouble'],
): Promise<void> {
  await database.orm().update(invitations).set({ mailTrouble }).where(eq(invitations.id, id));
}

/** Changes an ended invitation; undefined if it is open or was deleted. */
export async function changeInvitation(
  context: AppContext,
  { schoolId, id }: Invitation,
  changes: InvitedChanges,
): Promise<Invitation | undefined> {
  return await context.database.forSchool(schoolId, async () => {
    const [row] = await context.database
      .orm()
      .update(invitations)
      .set(changes)
      .where(and(own(schoolId, id), lte(invitations.endsAt, context.clock.now())))
      .returning();
    return row;
  });
}

/** Ends an invitation and invalidates its link; undefined if it was accepted in the meantime. */
export async function endInvitation(
  context: AppContext,
  { schoolId, id }: Invitation,
): Promise<Invitation | undefined> {
  return await context.database.forSchool(schoolId, async () => {
    const [row] = await context.database
      .orm()
      .update(invitations)
      .set({ endsAt: context.clock.now(), tokenHash: null })
      .where(own(schoolId, id))
      .returning();
    return row;
  });
}

/** Deletes an ended invitation; false if it is open or was deleted. */
export async function deleteInvitation(context: AppContext, { schoolId, id }: Invitation): Promise<boolean> {
  return await context.database.forSchool(schoolId, async () => {
    const deleted = await context.database
      .orm()
      .delete(invitations)
      .where(and(own(schoolId, id), lte(invitations.endsAt, context.clock.now())))
      .returning({ id: invitations.id });
    return deleted.length > 0;
  });
}

/** Creates the link's token of an open invitation; only its hash is stored. Null if the invitation has ended. */
export async function renewInvitationToken(
  context: AppContext,
  id: string,
): Promise<{ readonly token: string; readonly invitation: Invitation; readonly school: string } | null> {
  const { token, hash } = newToken();
  const [invitation] = await context.database
    .orm()
    .update(invitations)
    .set({ tokenHash: hash })
    .where(and(eq(invitations.id, id), gt(invitations.endsAt, context.clock.now())))
    .returning();
  if (invitation === undefined) return null;
  return { token, invitation, school: (await schoolNameOf(context.database, invitation)) ?? '' };
}

const isOpenWith = (context: AppContext, tokenHash: string) =>
  and(eq(invitations.tokenHash, tokenHash), gt(invitations.endsAt, context.clock.now()));

/** The open invitation with this token. */
export async function findInvitationByToken(
  context: AppContext,
  token: string,
): Promise<Invitation | undefined> {
  return await findInvitationByHash(context, hashToken(token));
}

/** The open invitation by the hash of its token. */
export async function findInvitationByHash(
  context: AppContext,
  tokenHash: string,
): Promise<Invitation | undefined> {
  const [row] = await context.database.orm().select().from(invitations).where(isOpenWith(context, tokenHash));
  return row;
}

/** The school and the invited address of an open invitation's link. */
export async function findInvitationDetails(
  context: AppContext,
  token: string,
): Promise<{ readonly school: string; readonly email: string } | undefined> {
  const invitation = await findInvitationByToken(context, token);
  if (invitation === undefined) return undefined;
  const school = await schoolNameOf(context.database, invitation);
  return school === null ? undefined : { school, email: invitation.email };
}

/** Deletes and returns an open invitation. Only one of several concurrent callers gets it. */
export async function takeInvitation(
  context: AppContext,
  tokenHash: string,
): Promise<Invitation | undefined> {
  const [row] = await context.database
    .orm()
    .delete(invitations)
    .where(isOpenWith(context, tokenHash))
    .returning();
  return row;
}

/** The name of the school with the newest open invitation to an address; null without one. */
export async function findInvitingSchool(context: AppContext, email: string): Promise<string | null> {
  const rows = await context.database
    .orm()
    .select()
    .from(invitations)
    .where(and(eq(invitations.email, email), gt(invitations.endsAt, context.clock.now())))
    .orderBy(asc(invitations.createdAt), asc(invitations.id));
  const newest = rows.at(-1);
  return newest === undefined ? null : await schoolNameOf(context.database, newest);
}
