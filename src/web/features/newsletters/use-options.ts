import { useNavigate } from 'react-router';
import { isUnderWay } from '#contract/delivery-state.ts';
import type { NewsletterListItem } from '#contract/newsletters.ts';
import { screenPath } from '#contract/paths.ts';
import { confirm } from '#ui/dialogs/confirm.ts';
import { toast } from '#ui/feedback/toast.ts';
import { useSchool } from '#web/api/account.ts';
import { succeeds } from '#web/api/succeeds.ts';
import { focusContent } from '#web/app/focus-content.ts';
import { sendingLostText, sendingOnHoldText } from '#web/words/sending-status.ts';
import { timingLostText } from '#web/words/timing-status.ts';
import { useNewsletterActions } from './newsletter-data.ts';

/** The newsletter's scheduled or running delivery. */
export function openDeliveryOf({ attributes: { last_delivery: last } }: NewsletterListItem) {
  return last !== null && isUnderWay(last.status) ? last : null;
}

// The families' link then leads nowhere, and publishing again publishes the draft as it is then.
const NO_WAY_BACK =
  'Its link stops working. Publishing it again brings the link back, but with your later changes, not as families see it now.';

/** The actions of a newsletter's menu, with their questions and messages. */
export function useOptions(newsletter: NewsletterListItem) {
  const { id, attributes } = newsletter;
  const { title, status, has_unpublished_changes, next_timing: next } = attributes;
  const zone = useSchool()?.attributes.time_zone;
  const waiting = openDeliveryOf(newsletter);
  const actions = useNewsletterActions();
  const navigate = useNavigate();
  const duplicate = () =>
    actions.copy.mutate(id, {
      onSuccess: (copy) => {
        const edit = { label: 'Edit', run: () => void navigate(screenPath('editor', { id: copy.id })) };
        toast.success(`‘${copy.title}’ is a new draft`, { action: edit });
      },
    });
  const keep = () =>
    actions.keep.mutate(id, {
      onSuccess: () => toast.success(`‘${title}’ is a template now: new newsletters can begin with it`),
    });
  const unpublish = async () => {
    if (waiting !== null || has_unpublished_changes) {
      const question = {
        title: `Unpublish ‘${title}’?`,
        message: [
          ...(waiting === null ? [] : [sendingOnHoldText(waiting, zone)]),
          ...(has_unpublished_changes ? [NO_WAY_BACK] : []),
        ].join(' '),
        confirmLabel: 'Unpublish',
        destructive: true,
      };
      if (!(await confirm(question))) return;
    }
    // With unpublished changes there is no undo: publishing again would publish those, too.
    const undo = { label: 'Undo', run: () => actions.publish.mutate(id) };
    if (!(await succeeds(actions.unpublish.mutateAsync(id)))) return;
    toast.success(`‘${title}’ is a draft again`, has_unpublished_changes ? {} : { action: undo });
  };
  const remove = async () => {
    const question = {
      title: `Delete ‘${title}’?`,
      message: [
        ...(waiting === null ? [] : [sendingLostText(waiting, zone)]),
        (next && timingLostText(next, zone)) ?? [],
        ...(status === 'published' ? ['Its public page will be gone as well.'] : []),
        'This cannot be undone.',
      ]
        .flat()
        .join(' '),
      confirmLabel: 'Delete newsletter',
      destructive: true,
    };
    if (!(await confirm(question))) return;
    await actions.remove.mutateAsync(id);
    toast.success(`‘${title}’ deleted`);
    focusContent();
  };
  return { duplicate, keep, unpublish, remove: () => remove().catch(() => undefined) };
}
