import { newsletterRoutes } from '#contract/newsletters.ts';
import type { House } from '#server/house.ts';
import { type Handler, handle } from '#server/http/handle.ts';
import { staffAddresses } from '#server/staff-addresses.ts';
import { presentListItem } from './present.ts';
import {
  deleteNewsletter,
  type OnPublicChange,
  publishNewsletter,
  unpublishNewsletter,
} from './publishing.ts';
import { defineRebranding } from './rebranding.ts';
import type { Newsletter } from './repo.ts';
import {
  answerOf,
  createNewsletter,
  loadLatest,
  loadNewsletter,
  searchNewsletters,
  updateNewsletter,
} from './service.ts';
import { Turns } from './turns.ts';

/** Writing, finding and publishing newsletters. `changed` is told when readers see something else. */
export function newsletters(house: House, changed: OnPublicChange): readonly Handler[] {
  defineRebranding(house, changed);
  const publishing = new Turns<Newsletter>();
  const answer = async (row: Newsletter) => ({ news_letter: await answerOf(house, row) });
  return [
    handle(newsletterRoutes.listNewsletters, async ({ caller, query }) => {
      const { items, ...pages } = await searchNewsletters(house, caller, query);
      const files = await staffAddresses(house);
      const data = items.map((row) => presentListItem(row, house.config.publicUrl, files));
      return { news_letter: { data }, ...pages };
    }),
    handle(newsletterRoutes.lastNewsletter, async ({ caller, query }) =>
      answer(await loadLatest(house, caller, query.title)),
    ),
    handle(newsletterRoutes.getNewsletter, async ({ caller, params }) =>
      answer(await loadNewsletter(house, caller, params.id)),
    ),
    handle(newsletterRoutes.createNewsletter, async ({ caller, body }) =>
      answer(await createNewsletter(house, caller, body)),
    ),
    handle(newsletterRoutes.updateNewsletter, async ({ caller, params, body }) =>
      answer(await updateNewsletter(house, caller, params.id, body)),
    ),
    handle(newsletterRoutes.publishNewsletter, async ({ caller, params: { id }, body }) => {
      // Impatient clicks are one publish: compressing is dear. Who has seen another version asks for something else.
      const publish = () => publishNewsletter(house, caller, id, body, changed);
      const same = `${caller.schoolId} ${id} ${body.version ?? ''} ${body.missing_files?.join() ?? ''}`;
      return answer(await publishing.run(same, publish));
    }),
    handle(newsletterRoutes.unpublishNewsletter, async ({ caller, params }) =>
      answer(await unpublishNewsletter(house, caller, params.id, changed)),
    ),
    handle(
      newsletterRoutes.deleteNewsletter,
      async ({ caller, params }) => await deleteNewsletter(house, caller, params.id, changed),
    ),
  ];
}
