import { useMutation, useQueryClient } from '@tanstack/react-query';
import { newsletterRoutes } from '#contract/newsletters.ts';
import { schoolRoutes } from '#contract/school.ts';
import { LAYOUT_TYPES } from '#newsletter/document/document.ts';
import { readyMadeOf } from '#newsletter/templates/index.ts';
import { normaliseColour } from '#newsletter/values/colour.ts';
import { schoolQuery } from '#web/api/account.ts';
import { type ApiError, isApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/client.ts';
import { queryKeys } from '#web/api/query-keys.ts';
import { cutLogo } from '#web/newsletter-ui/branding/logo-image.ts';
import { createReadyMade } from '#web/newsletter-ui/templates.ts';
import type { Answers, Step } from './answers.ts';
import { stepOfField } from './steps.ts';

/** Steps whose answer the server refused, with its words. */
export type Refusals = Partial<Record<Step, string>>;

/**
 * Creates the school, loads it anew, and creates the first newsletter. After a failure half way it goes on from there:
 * a school that exists already is not created again.
 */
export function useFinish({
  onRefused,
  onDone,
}: {
  onRefused: (refusals: Refusals) => void;
  onDone: () => unknown;
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
      // Who has made a school is its owner now.
      await client.invalidateQueries({ queryKey: queryKeys.profile });
      const { title } = answers;
      const made = readyMadeOf(answers.layout);
      if (made !== null && created !== null) {
        await createReadyMade(made, title, created.attributes, handles);
        return;
      }
      const layout_type = LAYOUT_TYPES.find((layout) => layout === answers.layout) ?? 'one_column';
      await call(newsletterRoutes.createNewsletter, { body: { title, layout_type, code: [] }, handles });
    },
    // Under way until the next screen is there.
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: queryKeys.newsletters.all });
      return onDone();
    },
  });
}

async function createSchool(answers: Answers, handles: (error: ApiError) => boolean): Promise<void> {
  if (answers.logo === null) return;
  const colours = {
    primary_color: normaliseColour(answers.primary) ?? undefined,
    secondary_color: normaliseColour(answers.secondary) ?? undefined,
  };
  const { name, email, phone } = answers;
  try {
    await call(schoolRoutes.createSchool, {
      body: { name, email, phone, ...colours },
      files: { logo: await cutLogo(answers.logo) },
      handles: (error) => exists(error) || handles(error),
    });
  } catch (error) {
    if (!exists(error)) throw error;
  }
}

// An earlier try has made it, and its answer was lost on the way.
function exists(error: unknown): boolean {
  return isApiError(error, 409);
}

function refusalsOf(error: ApiError): Refusals | null {
  if (!isApiError(error, 400) || error.body.errors === undefined) return null;
  const fields = Object.entries(error.body.errors);
  return Object.fromEntries(
    fields.map(([field, messages]) => [stepOfField(field), messages[0] ?? error.body.error_message]),
  );
}
