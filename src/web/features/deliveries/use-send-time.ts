import { useState } from 'react';
import { DELIVERY_MESSAGES, plannedTimeProblem } from '#contract/deliveries.ts';
import { chosenMoment } from '#web/forms/wall-clock.ts';
import { storeDraftMessage } from '#web/newsletter-ui/audience/draft-message.ts';
import { defaultChoice, type SendTimeChoice } from './send-when.tsx';

/** When a newsletter is sent. Begins with the stored choice; a new one is stored. */
export function useSendTime(id: string, stored: SendTimeChoice | undefined, zone: string) {
  const [choice, setChoice] = useState<SendTimeChoice>(() => stored ?? defaultChoice(zone, new Date()));
  const [error, setError] = useState<string | null>(null);
  const moment = choice.later ? chosenMoment(zone, choice) : null;
  // While its last digit is missing, the year is below 1000.
  const isYearTyped = moment !== null && moment.getUTCFullYear() >= 1000;
  const problem = isYearTyped ? plannedTimeProblem(moment, new Date()) : null;
  return {
    choice,
    change: (next: SendTimeChoice) => {
      setChoice(next);
      storeDraftMessage(id, { choice: next });
      setError(null);
    },
    /** What is wrong with the time itself, while it is typed. */
    problem,
    error: error ?? problem,
    setError,
    /** While the typed time is incomplete, any later time does for the quota note. */
    planned: choice.later ? (moment ?? new Date()) : null,
    /** The chosen moment, null for now; undefined if it will not do, which the field then says. */
    check: (): Date | null | undefined => {
      if (!choice.later) return null;
      const wrong = moment === null ? DELIVERY_MESSAGES.time : plannedTimeProblem(moment, new Date());
      if (wrong === null) return moment;
      setError(wrong);
      return undefined;
    },
  };
}
