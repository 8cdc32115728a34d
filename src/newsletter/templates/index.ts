import { schoolEvent } from './event.ts';
import { headsLetter } from './heads-letter.ts';
import { sportsDay } from './sports-day.ts';
import type { Template } from './template.ts';
import { termDatesTemplate } from './term-dates.ts';
import { weeklyBulletin } from './weekly-bulletin.ts';

/** The ids of the templates, in display order. */
export const TEMPLATE_IDS = ['weekly_bulletin', 'heads_letter', 'event', 'sports_day', 'term_dates'] as const;
type TemplateId = (typeof TEMPLATE_IDS)[number];

const BY_ID: Readonly<Record<TemplateId, Template>> = {
  weekly_bulletin: weeklyBulletin,
  heads_letter: headsLetter,
  event: schoolEvent,
  sports_day: sportsDay,
  term_dates: termDatesTemplate,
};

/** All templates, in display order. */
export const TEMPLATES: readonly Template[] = TEMPLATE_IDS.map((id) => BY_ID[id]);

/** The template with this id; null for anything else, such as a layout. */
export function findTemplate(id: string | null): Template | null {
  return TEMPLATES.find((template) => template.id === id) ?? null;
}
