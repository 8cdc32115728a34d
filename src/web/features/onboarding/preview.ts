import { LAYOUT_TYPES, type NewsletterDocument } from '#newsletter/document/document.ts';
import { findTemplate } from '#newsletter/templates/index.ts';
import { documentOf } from '#newsletter/templates/template.ts';
import type { SchoolBranding } from '#newsletter/values/branding.ts';
import { logoAspect } from '#web/newsletter-ui/branding/chosen-logo.ts';
import { LOGO_PATH, type Sample, sampleDocument } from '#web/newsletter-ui/branding/sample.ts';
import { artPath, todayIn } from '#web/newsletter-ui/templates.ts';
import type { Answers } from './answers.ts';

/** The preview 'How it will look' of onboarding. Pure. */

/** The sample newsletter for the answers so far. */
export function sampleOf(answers: Answers, origin: string): Sample {
  return { title: answers.title, document: startDocument(answers, origin), school: schoolOf(answers, false) };
}

function startDocument(answers: Answers, origin: string): NewsletterDocument {
  const template = findTemplate(answers.layout);
  if (template === null)
    return sampleDocument(LAYOUT_TYPES.find((layout) => layout === answers.layout) ?? 'one_column', origin);
  return documentOf(template, {
    today: todayIn(undefined),
    school: { name: answers.name.trim() || 'Your school', website: null },
    art: (name) => origin + artPath(name),
  });
}

/** The school's branding from the answers so far. */
export function schoolOf(answers: Answers, hasLogo: boolean): SchoolBranding {
  return {
    name: answers.name.trim() || 'Your school',
    logo: hasLogo ? LOGO_PATH : null,
    email: answers.email.trim(),
    phone: answers.phone,
    website: null,
    primary_color: answers.primary || null,
    secondary_color: answers.secondary || null,
    design: answers.design,
    logo_aspect: answers.logo && logoAspect(answers.logo),
    language: 'en',
  };
}
