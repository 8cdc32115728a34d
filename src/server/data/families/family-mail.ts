import {
  compileFamilyMail,
  type FamilyMailPart,
  textOfFamilyMail,
} from '#newsletter/render/compile-family-mail.ts';
import { mirrorIfRightToLeft } from '#newsletter/values/right-to-left.ts';
import { dayIn } from '#newsletter/values/time-zone.ts';
import type { AppContext } from '#server/context.ts';
import type { School } from '#server/data/schools.ts';
import { brandingOf } from './branding.ts';

/** The mails of the program itself to a school's families. */

export interface FamilyMail {
  readonly language: string;
  readonly subject: string;
  readonly parts: readonly FamilyMailPart[];
  /** The links in the mail's footer, for readers on the list. */
  readonly links?: { readonly unsubscribeUrl: string; readonly preferencesUrl: string };
}

/** Renders both parts of such a mail. Throws the errors of the renderer. */
export async function renderFamilyMail(
  context: AppContext,
  school: School,
  { language, subject, parts, links }: FamilyMail,
): Promise<{ readonly html: string; readonly text: string }> {
  const source = {
    title: subject,
    parts,
    school: { ...brandingOf(school), language },
    origin: context.config.publicUrl,
    today: dayIn(school.timeZone, context.clock.now()),
    ...links,
  };
  const page = await context.renderer.render(compileFamilyMail(source));
  return { html: mirrorIfRightToLeft(page, language), text: textOfFamilyMail(source) };
}
