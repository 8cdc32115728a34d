import { notDelivered } from '#contract/delivery-state.ts';
import { screenPath } from '#contract/paths.ts';
import { people } from '#contract/texts/people-count.ts';
import type { AppContext } from '#server/context.ts';
import { findDelivery, type ShownDelivery } from '#server/data/deliveries.ts';
import { findMember } from '#server/data/staff.ts';
import { countByState, hasNotBegun, type StateCounts } from '#server/features/deliveries/repo.ts';
import type { AddressedEmail, ProductEmail } from '#server/platform/mail/define-mail.ts';
import { mailTo } from '#server/platform/mail/mail.ts';
import { asTyped, say, type Words } from '#server/platform/mail/words.ts';

/** Tells the creator of a delivery its result, once it has ended without being cancelled by a person. */
export async function summaryEmail(
  context: AppContext,
  { schoolId, id }: { readonly schoolId: string; readonly id: string },
): Promise<AddressedEmail | null> {
  const { database } = context;
  const delivery = await findDelivery(database, schoolId, id);
  if (delivery === null || delivery.createdBy === null) return null;
  const person = await findMember(database, schoolId, delivery.createdBy);
  // No longer on the staff.
  if (person === undefined) return null;
  const counts = (await countByState(database, schoolId, [id])).get(id) ?? {};
  return { to: mailTo(person), ...emailOf(context, delivery, counts) };
}

/** Tells a person that a delivery is paused; null if it was resumed meanwhile or they have left the staff. */
export async function pausedEmail(
  context: AppContext,
  { schoolId, id, personId }: { readonly schoolId: string; readonly id: string; readonly personId: string },
): Promise<AddressedEmail | null> {
  const { database } = context;
  const delivery = await findDelivery(database, schoolId, id);
  const person = await findMember(database, schoolId, personId);
  if (delivery?.status !== 'paused' || person === undefined) return null;
  const { waiting = 0, sending = 0 } = (await countByState(database, schoolId, [id])).get(id) ?? {};
  return { to: mailTo(person), ...deliveryHeldEmail(context, delivery, waiting + sending) };
}

function deliveryHeldEmail({ config }: AppContext, delivery: ShownDelivery, waiting: number): ProductEmail {
  const { newsletterId, subject, trouble } = delivery;
  return {
    subject: say`On hold: ${subject}`,
    paragraphs: [
      say`The sending of ‘${subject}’ is on hold.${troubleSentence(trouble)}`,
      hasNotBegun(delivery)
        ? say`Nobody has got it yet. When you go on, it goes to everybody who is on your list then.`
        : say`${people(waiting)} still ${waiting === 1 ? 'waits' : 'wait'} for it. Nobody gets it twice when you go on.`,
    ],
    button: {
      text: 'See the sending',
      url: config.publicUrl + screenPath('send', { id: newsletterId }),
    },
  };
}

function emailOf({ config }: AppContext, delivery: ShownDelivery, counts: StateCounts): ProductEmail {
  const { newsletterId, subject, status, trouble } = delivery;
  const button = {
    text: 'See how it went',
    url: config.publicUrl + screenPath('send', { id: newsletterId }),
  };
  if (status === 'canceled')
    return {
      subject: say`Not sent: ${subject}`,
      paragraphs: [
        say`‘${subject}’ was not sent.${troubleSentence(trouble)}`,
        say`You can send it again at any time.`,
      ],
      button: { ...button, text: 'Go to the newsletter' },
    };
  return {
    subject: say`Sent: ${subject}`,
    paragraphs: [sentSentence(subject, counts), ...failureSentences(counts)],
    button,
  };
}

function troubleSentence(trouble: string | null): Words {
  return trouble === null ? say`` : say` ${asTyped(trouble)}.`;
}

function sentSentence(subject: string, { sent = 0 }: StateCounts): Words {
  return say`‘${subject}’ was sent to ${people(sent)}.`;
}

function failureSentences(counts: StateCounts): Words[] {
  const { failed = 0, unconfirmed = 0, skipped = 0, waiting = 0, sending = 0 } = counts;
  const open = waiting + sending;
  const refused = notDelivered({ failed, unconfirmed });
  return [
    ...(open === 0
      ? []
      : [say`The mail servers of ${people(open)} ask us to come back later. We go on trying for five days.`]),
    ...(failed > 0 ? [] : [open === 0 ? say`Nobody was missed out.` : say`Nobody else was missed out.`]),
    ...(refused === 0
      ? []
      : [
          say`It could not be delivered to ${people(refused)}. Addresses that do not exist are not written to any more until they are put right.`,
        ]),
    ...(unconfirmed === 0
      ? []
      : [
          say`${people(unconfirmed)} may or may not have got it: the mail server did not confirm that it took the mail. It is not sent to them again.`,
        ]),
    ...(skipped === 0
      ? []
      : [say`${people(skipped)} could not be written to any more when it was their turn.`]),
  ];
}
