import { and, asc, eq, gt, lte } from 'drizzle-orm';
import type { AppContext } from '#server/context.ts';
import { schoolNameOf } from '#server/data/schools.ts';
import { invitations } from '#server/platform/db/schema/people.ts';
import { hashToken, newToken } from '#server/platform/http/tokens.ts';

/** Somebody who is asked to join a school's staff and has not taken it up. */
export type Invitation = typeof invitations.$inferSelect;
/** What the owner says about whom they invite. */
export type Invited = Pick<Invitation, 'firstName' | 'lastName' | 'role' | 'email'>;
type InvitedChanges = { readonly [K in keyof Invited]?: Invited[K] | undefined };

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

/** A school's invitation of an address, the row held until the transaction ends. */
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

/** Stores an invitation, over an earlier one of the same address; with `endsAt` the earlier one's link is dead. */
export async function saveInvitation(
  context: AppContext,
  schoolId: string,
  invited: Invited,
  endsAt: Date,
  keepsLink: boolean,
): Promise<Invitation> {
  const { firstName, lastName, role } = invited;
  const link = keepsLink ? {} : { endsAt, tokenHash: null };
  return await context.database.forSchool(schoolId, async () => {
    const [row] = await context.database
      .orm()
      .insert(invitations)
      .values({ ...invited, schoolId, endsAt, createdAt: context.clock.now() })
      .onConflictDoUpdate({
        target: [invitations.schoolId, invitations.email],
        set: { firstName, lastName, role, ...link },
      })
      .returning();
    if (row === undefined) throw new Error('An upsert returns its row');
    return row;
  });
}

/** Changes an invitation that is over; undefined where it is not. */
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

/** Ends an invitation, whose link is dead from now on; undefined where it was taken up meanwhile. */
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

/** Deletes an invitation that is over; false where it is not. */
export async function deleteInvitation(context: AppContext, { schoolId, id }: Invitation): Promise<boolean> {
  return await context.database.forSchool(schoolId, async () => {
    const gone = await context.database
      .orm()
      .delete(invitations)
      .where(and(own(schoolId, id), lte(invitations.endsAt, context.clock.now())))
      .returning({ id: invitations.id });
    return gone.length > 0;
  });
}

/** Gives an open invitation its link's token, which is in no other place; null where it is over or was taken up. */
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

const live = (context: AppContext, token: string) =>
  and(eq(invitations.tokenHash, hashToken(token)), gt(invitations.endsAt, context.clock.now()));

/** The open invitation of a link. */
export async function findInvitationByToken(
  context: AppContext,
  token: string,
): Promise<Invitation | undefined> {
  const [row] = await context.database.orm().select().from(invitations).where(live(context, token));
  return row;
}

/** The school that an open invitation's link is of, and the address that it was sent to. */
export async function findInviter(
  context: AppContext,
  token: string,
): Promise<{ readonly school: string; readonly email: string } | undefined> {
  const invitation = await findInvitationByToken(context, token);
  if (invitation === undefined) return undefined;
  const school = await schoolNameOf(context.database, invitation);
  return school === null ? undefined : { school, email: invitation.email };
}

/** Takes an invitation up: of any number of callers at a time, one gets the row, and then it is gone. */
export async function takeInvitation(context: AppContext, token: string): Promise<Invitation | undefined> {
  const [row] = await context.database.orm().delete(invitations).where(live(context, token)).returning();
  return row;
}

/** The school whose open invitation an address has, the newest of several; null without one. */
export async function invitingSchool(context: AppContext, email: string): Promise<string | null> {
  const rows = await context.database
    .orm()
    .select()
    .from(invitations)
    .where(and(eq(invitations.email, email), gt(invitations.endsAt, context.clock.now())))
    .orderBy(asc(invitations.createdAt), asc(invitations.id));
  const newest = rows.at(-1);
  return newest === undefined ? null : await schoolNameOf(context.database, newest);
}
