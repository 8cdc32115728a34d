import { withoutAddresses } from '#contract/fields.ts';
import { screenPath } from '#contract/paths.ts';
import type { AppContext } from '#server/context.ts';
import { findDelivery, type ShownDelivery } from '#server/data/deliveries.ts';
import { findMember } from '#server/data/staff.ts';
import { countByState, hasNotBegun, type StateCounts } from '#server/features/deliveries/repo.ts';
import { type ProductEmail, sendProductEmail } from '#server/platform/mail/product-email.ts';

/** Mails the creator of a delivery its result, once it has ended without being cancelled by a person. */
export async function sendSummary(context: AppContext, schoolId: string, id: string): Promise<void> {
  const { database } = context;
  const delivery = await findDelivery(database, schoolId, id);
  if (delivery === null || delivery.createdBy === null) return;
  const person = await findMember(database, schoolId, delivery.createdBy);
  // No longer on the staff.
  if (person === undefined) return;
  const counts = (await countByState(database, schoolId, [id])).get(id) ?? {};
  const name = `${person.firstName} ${person.lastName}`.trim();
  await sendProductEmail(context, { name, address: person.email }, emailOf(context, delivery, counts));
}

/** Mails a person that a delivery is paused, unless it was resumed meanwhile or they have left the staff. */
export async function sendPausedNotice(
  context: AppContext,
  { schoolId, id, personId }: { readonly schoolId: string; readonly id: string; readonly personId: string },
): Promise<void> {
  const { database } = context;
  const delivery = await findDelivery(database, schoolId, id);
  const person = await findMember(database, schoolId, personId);
  if (delivery?.status !== 'paused' || person === undefined) return;
  const { waiting = 0, sending = 0 } = (await countByState(database, schoolId, [id])).get(id) ?? {};
  const name = `${person.firstName} ${person.lastName}`.trim();
  await sendProductEmail(
    context,
    { name, address: person.email },
    deliveryHeldEmail(context, delivery, waiting + sending),
  );
}

function deliveryHeldEmail({ config }: AppContext, delivery: ShownDelivery, waiting: number): ProductEmail {
  const { newsletterId, trouble } = delivery;
  const subject = withoutAddresses(delivery.subject);
  return {
    subject: `On hold: ${subject}`,
    paragraphs: [
      [`The sending of ‘${subject}’ is on hold.`, ...troubleSentences(trouble)].join(' '),
      hasNotBegun(delivery)
        ? 'Nobody has got it yet. When you go on, it goes to everybody who is on your list then.'
        : `${peopleCount(waiting)} still ${waiting === 1 ? 'waits' : 'wait'} for it. Nobody gets it twice when you go on.`,
    ],
    button: {
      text: 'See the sending',
      url: config.publicUrl + screenPath('send', { id: newsletterId }),
    },
  };
}

function emailOf({ config }: AppContext, delivery: ShownDelivery, counts: StateCounts): ProductEmail {
  const { newsletterId, status, trouble } = delivery;
  const subject = withoutAddresses(delivery.subject);
  const button = {
    text: 'See how it went',
    url: config.publicUrl + screenPath('send', { id: newsletterId }),
  };
  if (status === 'canceled')
    return {
      subject: `Not sent: ${subject}`,
      paragraphs: [
        [`‘${subject}’ was not sent.`, ...troubleSentences(trouble)].join(' '),
        'You can send it again at any time.',
      ],
      button: { ...button, text: 'Go to the newsletter' },
    };
  return {
    subject: `Sent: ${subject}`,
    paragraphs: [sentSentence(subject, counts), ...failureSentences(counts)],
    button,
  };
}

function troubleSentences(trouble: string | null): string[] {
  return trouble === null ? [] : [`${trouble}.`];
}

function sentSentence(subject: string, { sent = 0 }: StateCounts): string {
  return `‘${subject}’ was sent to ${peopleCount(sent)}.`;
}

function failureSentences({ failed = 0, skipped = 0, waiting = 0, sending = 0 }: StateCounts): string[] {
  const open = waiting + sending;
  return [
    ...(open === 0
      ? []
      : [
          `The mail servers of ${peopleCount(open)} ask us to come back later. We go on trying for five days.`,
        ]),
    failed === 0
      ? open === 0
        ? 'Nobody was missed out.'
        : 'Nobody else was missed out.'
      : `It could not be delivered to ${peopleCount(failed)}. Addresses that do not exist are not written to any more until they are put right.`,
    ...(skipped === 0
      ? []
      : [`${peopleCount(skipped)} could not be written to any more when it was their turn.`]),
  ];
}

function peopleCount(count: number): string {
  return count === 1 ? '1 person' : `${count.toLocaleString('en-GB')} people`;
}
