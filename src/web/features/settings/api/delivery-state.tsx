import { IconCircleCheck, IconCircleX, IconClock, IconRefreshAlert } from '@tabler/icons-react';
import type { WebhookDelivery } from '#contract/api/webhooks.ts';
import classes from './api.module.css';

/** `retrying`: the last try failed, and another will follow. */
const STATES = {
  sending: { words: 'Being sent', Icon: IconClock },
  delivered: { words: 'Delivered', Icon: IconCircleCheck },
  retrying: { words: 'Failed, tried again later', Icon: IconRefreshAlert },
  failed: { words: 'Failed', Icon: IconCircleX },
} as const;

/** The state of a delivery as a word, an icon and a colour. */
export function WebhookDeliveryState({
  state,
  tries,
}: Pick<WebhookDelivery['attributes'], 'state' | 'tries'>) {
  const shown = state === 'waiting' ? (tries === 0 ? 'sending' : 'retrying') : state;
  const { words, Icon } = STATES[shown];
  return (
    <span className={classes.state} data-state={shown}>
      <Icon size={16} stroke={1.75} aria-hidden />
      {words}
    </span>
  );
}
