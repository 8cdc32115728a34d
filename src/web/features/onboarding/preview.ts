import { LAYOUT_TYPES, type NewsletterDocument } from '#newsletter/document/document.ts';
import { readyMadeOf } from '#newsletter/templates/index.ts';
import { documentOf } from '#newsletter/templates/template.ts';
import type { SchoolBranding } from '#newsletter/values/branding.ts';
import { LOGO_PATH, type SampleWish, sampleDocument } from '#web/newsletter-ui/branding/sample.ts';
import { artPath, todayIn } from '#web/newsletter-ui/templates.ts';
import type { Answers } from './answers.ts';

/** What onboarding shows as 'How it will look'. Pure. */

/** The sample for what is answered so far. */
export function wishOf(answers: Answers, origin: string): SampleWish {
  return { title: answers.title, document: startDocument(answers, origin), school: schoolOf(answers, false) };
}

function startDocument(answers: Answers, origin: string): NewsletterDocument {
  const made = readyMadeOf(answers.layout);
  if (made === null)
    return sampleDocument(LAYOUT_TYPES.find((layout) => layout === answers.layout) ?? 'one_column', origin);
  return documentOf(made, {
    today: todayIn(undefined),
    school: { name: answers.name.trim() || 'Your school', website: null },
    art: (name) => origin + artPath(name),
  });
}

/** The school as far as it is answered. */
export function schoolOf(answers: Answers, hasLogo: boolean): SchoolBranding {
  return {
    name: answers.name.trim() || 'Your school',
    logo: hasLogo ? LOGO_PATH : null,
    email: answers.email.trim(),
    phone: answers.phone,
    website: null,
    primary_color: answers.primary || null,
    secondary_color: answers.secondary || null,
    language: 'en',
  };
}
