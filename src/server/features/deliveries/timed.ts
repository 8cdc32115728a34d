import { DELIVERY_MESSAGES } from '#contract/deliveries.ts';
import { isUnderWay } from '#contract/delivery-state.ts';
import type { AppContext } from '#server/context.ts';
import { findLastDeliveries } from '#server/data/deliveries.ts';
import { loadSchool } from '#server/data/schools.ts';
import { hasForgotten } from '#server/features/deliveries/retention/forgotten.ts';
import type { LoadMailSource } from '#server/features/deliveries/worker/mail-source.ts';
import { enqueueDelivery } from '#server/features/deliveries/worker/queues.ts';
import type { StoredTimedMail } from '#server/platform/db/schema/timings.ts';
import { withoutSignatures } from '#server/platform/files/own-addresses.ts';
import { chooseAudience } from './audience.ts';
import { chooseReplyTo } from './reply-address.ts';
import { insertDelivery } from './repo.ts';

/** Sending a newsletter with its timed publishing, which belongs to the newsletters feature. */

/** The functions of sending that a timed publishing needs. `loadSource` is supplied by the newsletters feature. */
export function timedSending(loadSource: LoadMailSource) {
  return {
    /** The mail as stored. Throws 400 if replies may not go to the address, or a group is not in use. */
    async check(context: AppContext, schoolId: string, mail: StoredTimedMail): Promise<StoredTimedMail> {
      const { audience: _before, groups = null, ...words } = mail;
      await chooseReplyTo(context, await loadSchool(context.database, schoolId), words.reply_to);
      const { audience, audienceWords } = await chooseAudience(context.database, schoolId, groups);
      return audience === null ? words : { ...words, groups: audience, audience: audienceWords ?? '' };
    },

    /** The obstacle to sending it now; null if there is none. */
    async trouble(context: AppContext, schoolId: string, newsletterId: string): Promise<string | null> {
      const { database } = context;
      if (await hasForgotten(context, schoolId, newsletterId)) return DELIVERY_MESSAGES.forgotten;
      const last = await database.forSchool(schoolId, () =>
        findLastDeliveries(database, schoolId, [newsletterId]),
      );
      const status = last.get(newsletterId)?.status;
      return status !== undefined && isUnderWay(status) ? DELIVERY_MESSAGES.underWay : null;
    },

    /** Schedules the sending of a newsletter whose time has come. Runs in the transaction that publishes it. */
    async send(
      context: AppContext,
      { schoolId, personId }: { readonly schoolId: string; readonly personId: string },
      newsletterId: string,
      { mail, at: sendAt }: { readonly mail: StoredTimedMail; readonly at: Date },
    ): Promise<void> {
      const source = await loadSource(context, schoolId, newsletterId);
      if (source === null) return;
      const school = await loadSchool(context.database, schoolId);
      const { id } = await insertDelivery(context.database, {
        schoolId,
        newsletterId,
        createdBy: personId,
        status: 'scheduled',
        subject: withoutSignatures(mail.subject || source.title),
        previewText: withoutSignatures(mail.preview_text ?? source.description),
        fromName: school.name,
        // The person may have left since: the start of the sending checks that.
        replyTo: mail.reply_to ?? (await chooseReplyTo(context, school, undefined)),
        // The members of the groups at this time.
        audience: mail.groups ?? null,
        audienceWords: mail.audience ?? null,
        sendAt,
        createdAt: context.clock.now(),
      });
      await enqueueDelivery(context, id);
    },
  };
}
