import { z } from 'zod';
import { ROLES } from './access.ts';
import { idParams, many, paged, paging, resource, timestamp } from './resource.ts';
import { route } from './route.ts';

/**
 * The audit log's actions, each with its text between the actor and the subject: 'Priya Nair *invited* Ada Bell'.
 * A feature that does something worth logging adds its action here and calls `recordAudit`.
 */
export const AUDIT_ACTIONS = {
  school_created: 'created the school',
  subscribers_imported: 'imported subscribers from',
  import_canceled: 'cancelled the import of',
  import_undone: 'undid the import of',
  subscribers_exported: 'exported',
  group_created: 'made the group',
  /** The entry shows the old name. */
  group_renamed: 'renamed the group',
  group_retired: 'retired the group',
  group_restored: 'brought back the group',
  group_offered: 'let families choose the group',
  group_not_offered: 'no longer lets families choose the group',
  group_merged: 'merged into another one the group',
  group_deleted: 'deleted the group',
  group_filled: 'put families into the group',
  group_unfilled: 'took families out of the group',
  /** By the program, for a family whose address is not logged. */
  family_joined: 'carried out the sign-up of',
  family_left: 'carried out the unsubscribe request of',
  family_came_back: 'carried out the return to the list of',
  family_chose: 'saved the new choices of',
  family_moved: 'saved the new email address of',
  /** By the program, following a report of the receiving mail server. */
  family_not_reached: 'stopped sending, as mail comes back, to',
  family_complained: 'acted on the spam complaint of',
  address_trusted: 'said that mail reaches again',
  sign_up_accepted: 'let onto the list',
  sign_up_refused: 'did not let onto the list',
  family_settings_changed: 'changed what families can do themselves at',
  years_moved_up: 'moved up the years',
  years_moved_back: 'moved the years back',
  school_exported: 'downloaded',
  school_closed: 'closed',
  school_reopened: 'took back',
  /** By the operator. */
  school_suspended: 'suspended',
  suspension_lifted: 'lifted the suspension of',
  quota_changed: 'changed what is granted to',
  school_renamed: 'renamed the school',
  school_edited: 'changed the school details of',
  /** A link was mailed to the new address. */
  school_email_asked: 'asked to confirm the school’s email address',
  /** By whoever followed the link. */
  school_email_confirmed: 'was told by the link in a mail that the school can be reached at',
  pages_edited: 'changed the public pages of',
  branding_edited: 'changed the newsletter branding of',
  person_invited: 'invited',
  invitation_sent_again: 'sent the invitation again to',
  invitation_withdrawn: 'withdrew the invitation of',
  invitation_accepted: 'took up the invitation',
  /** The entry shows the old name. */
  own_name_changed: 'changed their own name',
  own_email_changed: 'changed their own email address',
  own_password_changed: 'changed their own password',
  own_password_reset: 'chose a new password by the link in a mail',
  /** Logged up to a limit per hour. */
  logged_in: 'logged in',
  logged_out: 'logged out',
  /** By the program: the first wrong password of a day, the tenth, the hundredth and so on. */
  log_in_refused: 'refused, for a wrong password, the log-in of',
  session_ended: 'ended one of their own sessions',
  signed_out_everywhere: 'ended all their own sessions',
  two_step_on: 'turned on their own two-step sign-in',
  two_step_off: 'turned off their own two-step sign-in',
  owner_changed: 'handed the school over to',
  two_step_reset: 'turned off the two-step sign-in of',
  second_factor_nobody: 'no longer asks for two-step sign-in at',
  second_factor_owners_and_admins: 'asked owners and admins for two-step sign-in at',
  second_factor_everybody: 'asked everybody for two-step sign-in at',
  recovery_codes_renewed: 'made new recovery codes of their own',
  recovery_code_used: 'logged in by a recovery code',
  /** Logged once the hour's tries are used up. */
  codes_guessed: 'typed too many wrong codes',
  api_token_made: 'made the API token',
  api_token_removed: 'removed the API token',
  webhook_added: 'added the webhook to',
  webhook_changed: 'changed the webhook to',
  webhook_secret_renewed: 'made a new secret for the webhook to',
  webhook_removed: 'removed the webhook to',
  /** By the program: it had failed for days, or its receiver answered that it no longer exists. */
  webhook_stopped: 'switched off, as it did not take what it was sent, the webhook to',
  authenticator_added: 'set up an authenticator app of their own',
  authenticator_removed: 'removed the authenticator app of their own',
  passkey_added: 'added the passkey of their own',
  passkey_removed: 'removed the passkey of their own',
  /** Its counter went back: there may be a copy of it. */
  passkey_refused: 'was not let in by the passkey',
  /** The entries show the provider's name and the address there. */
  provider_connected: 'began to sign in with',
  provider_disconnected: 'no longer signs in with',
  /** The entries also show the domain of the addresses. */
  provider_required: 'lets staff sign in only with',
  provider_not_required: 'no longer asks staff to sign in with',
  person_renamed: 'renamed',
  person_edited: 'changed the details of',
  /** Takes effect when the person confirms it. */
  person_email_asked: 'asked to change the email address of',
  role_changed: 'changed the role of',
  person_removed: 'removed',
  temporary_password_set: 'set a temporary password for',
  newsletter_renamed: 'renamed the published newsletter',
  newsletter_published: 'published',
  newsletter_unpublished: 'unpublished',
  newsletter_deleted: 'deleted',
  newsletter_listed: 'listed on the school’s page',
  newsletter_unlisted: 'took off the school’s page',
  publish_planned: 'planned the publishing of',
  publish_plan_canceled: 'cancelled the planned publishing of',
  /** By the program, for the person who planned it. */
  published_as_planned: 'published, as planned,',
  /** By the program: something blocks it. */
  publish_held: 'held the publishing of',
  unpublish_planned: 'planned the unpublishing of',
  unpublish_plan_canceled: 'cancelled the planned unpublishing of',
  unpublished_as_planned: 'unpublished, as planned,',
  rhythm_set: 'set the rhythm of the newsletters of',
  rhythm_stopped: 'switched off the rhythm of the newsletters of',
  term_added: 'added the term',
  term_removed: 'removed the term',
  holiday_added: 'added the holiday',
  holiday_removed: 'removed the holiday',
  event_added: 'added the date',
  event_changed: 'changed the date',
  event_called_off: 'cancelled the date',
  event_back_on: 'put on again the date',
  event_deleted: 'deleted the date',
  dates_imported: 'imported',
  dates_import_undone: 'undid the import of',
  /** By the program, according to the rhythm. */
  issue_begun: 'began, by the rhythm,',
  /** By the program: something blocks it. */
  issue_not_begun: 'began no draft for',
  approval_switched_on: 'switched on the approval of newsletters of',
  approval_switched_off: 'switched off the approval of newsletters of',
  approval_binds_owner: 'made approval hold for the owner too, for the newsletters of',
  approval_frees_owner: 'made approval hold for the owner no longer, for the newsletters of',
  approvers_changed: 'changed who approves the newsletters of',
  approval_asked: 'asked for approval of',
  approval_taken_back: 'took back the request for approval of',
  newsletter_approved: 'approved',
  newsletter_changes_asked: 'asked for changes to',
  file_deleted: 'deleted the file',
  /** For these two: the colleague whom the entry names gets a mail. */
  colleague_named: 'named in a note',
  colleague_answered: 'answered in a note',
  part_given: 'gave a part of a newsletter to',
  part_taken_back: 'took a part of a newsletter back from',
  send_planned: 'planned the sending of',
  send_plan_canceled: 'cancelled the planned sending of',
  /** By the operator, to recipients whom it had not reached. */
  send_again: 'sent again',
  /** Started by a person, or by the program at the planned time. */
  send: 'sent',
  /** By the program: the chosen address may no longer be used for replies. */
  send_replies_moved: 'moved the replies to',
  /** By the program: something blocks the sending. */
  send_held: 'held the sending of',
  send_canceled: 'stopped the sending of',
  plan_started: 'started the',
  plan_renewed: 'renewed the',
  renewal_canceled: 'cancelled the renewal of the',
  renewal_enabled: 're-enabled the renewal of the',
  plan_payment_failed: 'was not paid for the',
  plan_ended: 'ended the',
  card_changed: 'changed the card of the',
  billing_changed: 'changed the',
} as const;
export type AuditAction = keyof typeof AUDIT_ACTIONS;

export const auditResource = resource(
  'audit_entry',
  z.object({
    /** One of `AUDIT_ACTIONS`, or one added by a later version. */
    action: z.string(),
    /** The object of the action, by its name at the time. */
    subject: z.string(),
    /** Extra data, such as the roles before and after, the changed fields or the subject's id. */
    details: z.record(z.string(), z.unknown()),
    /** The actor's name at the time. Empty for the program itself. */
    actor: z.string(),
    /** The actor's account: names change and are not unique. Null for the program itself. */
    actor_id: z.uuid().nullable(),
    /** The actor's role at the time; also null in older entries. */
    actor_role: z.enum(ROLES).nullable(),
    created_at: timestamp,
  }),
);
export type AuditEntry = z.infer<typeof auditResource>;

export const auditRoutes = {
  auditLog: route({
    method: 'GET',
    path: '/schools/:id/audit_log',
    access: 'owner_or_admin',
    summary: 'Who did what when in the school, the newest first',
    params: idParams,
    query: z.strictObject(paging),
    status: 200,
    reply: z.object({ audit_log: many(auditResource), ...paged }),
  }),
} as const;
