import { useMutation, useQueryClient } from '@tanstack/react-query';
import { newsletterRoutes } from '#contract/newsletters.ts';
import { schoolRoutes } from '#contract/school.ts';
import { LAYOUT_TYPES } from '#newsletter/document/document.ts';
import { findTemplate } from '#newsletter/templates/index.ts';
import { normaliseColour } from '#newsletter/values/colour.ts';
import { schoolQuery } from '#web/api/account.ts';
import { type ApiError, isApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/client.ts';
import { queryKeys } from '#web/api/query-keys.ts';
import { logoFile } from '#web/newsletter-ui/branding/logo-image.ts';
import { createFromTemplate } from '#web/newsletter-ui/templates.ts';
import type { Answers, OnboardingStep } from './answers.ts';
import { stepOfField } from './steps.ts';

/** The server's error messages by step. */
export type StepRefusals = Partial<Record<OnboardingStep, string>>;

/**
 * Creates the school, reloads it, and creates the first newsletter. After a partial failure it can be run again: a
 * school that exists is not created twice.
 */
export function useFinish({
  onRefused,
  onDone,
}: {
  onRefused: (refusals: StepRefusals) => void;
  /** Gets the id of the newsletter. */
  onDone: (id: string) => unknown;
}) {
  const client = useQueryClient();
  const handles = (error: ApiError) => {
    const refusals = refusalsOf(error);
    if (refusals === null) return false;
    onRefused(refusals);
    return true;
  };
  return useMutation({
    mutationFn: async (answers: Answers) => {
      const school = client.getQueryData(schoolQuery.queryKey) ?? null;
      if (school === null) await createSchool(answers, handles);
      const created = await client.fetchQuery({ ...schoolQuery, staleTime: 0 });
      // Creating a school has made the person its owner.
      await client.invalidateQueries({ queryKey: queryKeys.profile });
      const { title } = answers;
      const template = findTemplate(answers.layout);
      if (template !== null && created !== null) {
        const made = await createFromTemplate(template, title, created.attributes, handles);
        return made.id;
      }
      const layout_type = LAYOUT_TYPES.find((layout) => layout === answers.layout) ?? 'one_column';
      const body = { title, layout_type, code: [] };
      return (await call(newsletterRoutes.createNewsletter, { body, handles })).news_letter.data.id;
    },
    // Stays pending until the next screen is shown.
    onSuccess: (id) => {
      void client.invalidateQueries({ queryKey: queryKeys.newsletters.all });
      return onDone(id);
    },
  });
}

async function createSchool(answers: Answers, handles: (error: ApiError) => boolean): Promise<void> {
  if (answers.logo === null) return;
  const colours = {
    primary_color: normaliseColour(answers.primary) ?? undefined,
    secondary_color: normaliseColour(answers.secondary) ?? undefined,
  };
  const { name, email, phone, design } = answers;
  try {
    await call(schoolRoutes.createSchool, {
      body: { name, email, phone, design, ...colours },
      files: { logo: await logoFile(answers.logo) },
      handles: (error) => alreadyExists(error) || handles(error),
    });
  } catch (error) {
    if (!alreadyExists(error)) throw error;
  }
}

// An earlier attempt has created it, but the response was lost.
function alreadyExists(error: unknown): boolean {
  return isApiError(error, 409);
}

function refusalsOf(error: ApiError): StepRefusals | null {
  if (!isApiError(error, 400) || error.body.errors === undefined) return null;
  const fields = Object.entries(error.body.errors);
  return Object.fromEntries(
    fields.map(([field, messages]) => [stepOfField(field), messages[0] ?? error.body.error_message]),
  );
}
