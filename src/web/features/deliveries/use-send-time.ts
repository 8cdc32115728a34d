import { useState } from 'react';
import { DELIVERY_MESSAGES, plannedTimeProblem } from '#contract/deliveries.ts';
import { chosenMoment } from '#web/forms/wall-clock.ts';
import { storeDraftMessage } from '#web/newsletter-ui/audience/draft-message.ts';
import { defaultChoice, type SendTimeChoice } from './send-when.tsx';

/** The time of sending. Starts with the stored choice, and stores a new one. */
export function useSendTime(id: string, stored: SendTimeChoice | undefined, zone: string) {
  const [choice, setChoice] = useState<SendTimeChoice>(() => stored ?? defaultChoice(zone, new Date()));
  const [error, setError] = useState<string | null>(null);
  const moment = choice.later ? chosenMoment(zone, choice) : null;
  // Until its last digit is typed, the year is below 1000.
  const isYearTyped = moment !== null && moment.getUTCFullYear() >= 1000;
  const problem = isYearTyped ? plannedTimeProblem(moment, new Date()) : null;
  return {
    choice,
    change: (next: SendTimeChoice) => {
      setChoice(next);
      storeDraftMessage(id, { choice: next });
      setError(null);
    },
    /** The error in the time itself, while it is typed. */
    problem,
    error: error ?? problem,
    setError,
    /** For the quota note: while the typed time is incomplete, any later time is good enough. */
    planned: choice.later ? (moment ?? new Date()) : null,
    /** The chosen moment, null for now; undefined if it is invalid, which the field then shows. */
    check: (): Date | null | undefined => {
      if (!choice.later) return null;
      const wrong = moment === null ? DELIVERY_MESSAGES.time : plannedTimeProblem(moment, new Date());
      if (wrong === null) return moment;
      setError(wrong);
      return undefined;
    },
  };
}
