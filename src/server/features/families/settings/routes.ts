import { schoolPageRoutes } from '#contract/families/school-pages.ts';
import type { AppContext } from '#server/context.ts';
import { type Handler, handle } from '#server/platform/http/handle.ts';
import { changePages, readPages } from './settings.ts';

/** The settings of a school's pages for families. `changed` is called when what families see has changed. */
export function familySettings(context: AppContext, changed: () => void): readonly Handler[] {
  return [
    handle(schoolPageRoutes.getSchoolPages, async ({ caller, params: { id } }) => ({
      school_pages: { data: await readPages(context, caller, id) },
    })),
    handle(schoolPageRoutes.updateSchoolPages, async ({ caller, params: { id }, body }) => {
      await changePages(context, caller, id, body);
      changed();
      return { school_pages: { data: await readPages(context, caller, id) } };
    }),
  ];
}
