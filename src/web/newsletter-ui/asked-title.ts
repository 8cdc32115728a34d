import { useLocation } from 'react-router';
import { z } from 'zod';

/** The history state with which the editor asks for the newsletter's title. */
export const ASKS_TITLE = { asksTitle: true } as const;
const asked = z.object({ asksTitle: z.literal(true) });

/** Whether the editor was opened to give the newsletter a title. */
export function useIsTitleAsked(): boolean {
  return asked.safeParse(useLocation().state).success;
}
