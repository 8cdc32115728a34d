import { setTimeout as pause } from 'node:timers/promises';
import { FORM_AGE_MS } from '#contract/families/sign-up.ts';
import { schoolPagePath } from '#contract/paths.ts';
import type { AppContext } from '#server/context.ts';
import type { FamilyPage } from '#server/features/families/frame/family-page.ts';
import type { OpenSite } from '#server/features/families/frame/site.ts';
import type { Offer } from '#server/features/families/offer.ts';
import { askToJoin } from './ask.ts';
import { addressIn, FIELDS, fieldsOf, formAge, isDoubted, signedTime, type Typed, typedIn } from './form.ts';
import { inboxPage, type SignUpProblem, signUpPage } from './pages.ts';

/** The answer to a sign-up form. */
export interface SignUpAnswer {
  readonly page: FamilyPage;
  readonly language: string;
  readonly status: number;
}

/**
 * Accepts the form, or shows it again with the input. A probably misspelt address is questioned once. The answer to a form that comes
 * faster than a person types is delayed. Somebody who fills in the hidden field is asked to press again, with that field empty: their own
 * browser may have filled it in.
 */
export async function ask(
  context: AppContext,
  site: OpenSite,
  offer: Offer,
  given: { readonly form: URLSearchParams; readonly shownIn: string; readonly ip: string },
): Promise<SignUpAnswer> {
  const { form, shownIn, ip } = given;
  const { school, pages } = site;
  const typed = typedIn(form, offer);
  if (form.has(FIELDS.again)) return await again(context, site, offer, { typed, shownIn });
  const email = addressIn(typed);
  const begun = form.get(FIELDS.begun) ?? '';
  const age = await formAge(context, school.id, begun);
  const isTrapped = (form.get(FIELDS.trap) ?? '') !== '';
  if (email === null || age === null || isTrapped || isDoubted(form, email)) {
    const others: SignUpProblem = isTrapped ? 'trap' : age === null ? 'press' : 'meant';
    const problem = email === null ? 'email' : others;
    const kept = age === null ? await signedTime(context, school.id) : begun;
    const page = signUpPage(site, offer, { typed, begun: kept, problem, language: shownIn });
    return { page, language: shownIn, status: 400 };
  }
  if (age < FORM_AGE_MS.min) await pause(FORM_AGE_MS.min - Math.max(0, age));
  const language = typed.language || shownIn;
  const chosen = languageOf(offer, typed);
  await askToJoin(context, school, { email, groupIds: typed.groupIds, language: chosen }, ip);
  const path = `${schoolPagePath(pages.address, 'signUp')}?language=${encodeURIComponent(language)}`;
  return { page: inboxPage(language, email, { path, typed: fieldsOf(typed) }), language, status: 200 };
}

// Shows the form with its input again.
async function again(
  context: AppContext,
  site: OpenSite,
  offer: Offer,
  { typed, shownIn }: { readonly typed: Typed; readonly shownIn: string },
): Promise<SignUpAnswer> {
  const begun = await signedTime(context, site.school.id);
  const page = signUpPage(site, offer, { typed, begun, problem: null, language: shownIn });
  return { page, language: shownIn, status: 200 };
}

// The chosen language; null if there is no choice.
function languageOf({ languages }: Offer, { language }: Typed): string | null {
  return languages.length > 1 && language !== '' ? language : null;
}
