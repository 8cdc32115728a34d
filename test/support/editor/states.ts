import { vi } from 'vitest';
import { updateNewsletterForm } from '#contract/newsletters.ts';
import type { Block } from '#newsletter/document/document.ts';
import { editedNewsletter } from './editor.tsx';

/** For tests: a server with a history. */

const uuid = (at: number) => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`;
const EDITION = uuid(900);
const EDITIONS = [
  {
    id: EDITION,
    type: 'edition',
    attributes: {
      version: 99,
      title: 'News',
      person_name: 'Ivy Walker',
      published_at: '2026-10-01T09:00:00.000Z',
      redrawn_at: null,
      sent_to: 214,
      sendings: [
        {
          id: uuid(901),
          subject: 'News',
          sender: 'Priya Nair',
          started_at: '2026-10-01T09:02:00.000Z',
          sent: 214,
          failed: 0,
          audience: null,
        },
      ],
    },
  },
];

/** The authors of changes, the same in every comparison. */
const AUTHORS = [{ block: 'thanks', person_name: 'Ivy Walker', at: '2026-10-01T08:00:00.000Z' }];

/** A state that the server keeps. */
export interface Kept {
  readonly title?: string;
  readonly reason?: string;
  readonly layout?: string;
  readonly person?: string;
  /** The time at which it was begun and saved, in ISO 8601. */
  readonly at?: string;
  /** Its change from the state before. */
  readonly changed?: string;
  readonly code: readonly Block[];
}

/** A server that keeps these states, newest first, and takes saves. */
export function serveStates(states: readonly Kept[]) {
  let fails = false;
  const lists: number[] = [];
  const saves: { readonly restores: boolean | undefined; readonly title: string | undefined }[] = [];
  const attributesOf = ({ reason = 'work', title = 'News', person, at: moment }: Kept, at: number) => ({
    version: 100 - at,
    reason,
    person_name: person ?? 'Ivy Walker',
    began_at: moment ?? '2026-10-01T09:00:00.000Z',
    saved_at: moment ?? new Date(Date.UTC(2026, 9, 1, 10) - at * 3_600_000).toISOString(),
    title,
    edition_id: reason === 'published' ? EDITION : null,
    sent_to: 0,
    restored_from: null,
    started_from: null,
  });
  const state = (kept: Kept, at: number) => ({
    id: uuid(at),
    type: 'state',
    attributes: {
      ...attributesOf(kept, at),
      layout_type: kept.layout ?? 'one_column',
      design: null,
      colours: null,
      issue_date: null,
      code: kept.code,
    },
  });
  let version = 1;
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: RequestInit = {}) => {
    if (method === 'PATCH') {
      const sent = updateNewsletterForm.parse(JSON.parse(String(body)).news_letter);
      saves.push({ restores: sent.restores, title: sent.title });
      version += 1;
      const stored = editedNewsletter([], { layout: 'one_column' });
      return Response.json({
        news_letter: {
          data: {
            ...stored,
            attributes: { ...stored.attributes, version, code: sent.code ?? [], title: sent.title },
          },
        },
      });
    }
    // Calls outside the history, such as for the profile, are never answered.
    if (!/\/(?:states|editions)/.test(url)) return await new Promise<Response>(() => undefined);
    if (url.includes('/authors')) return Response.json({ authors: AUTHORS });
    if (fails) return Response.json({ error_message: 'No' }, { status: 500 });
    if (url.endsWith('/editions'))
      return Response.json({ edition: { data: EDITIONS }, earlier_sendings: [] });
    const found = states.findIndex((_, at) => url.endsWith(uuid(at)));
    if (found >= 0) return Response.json({ state: { data: state(states[found] ?? { code: [] }, found) } });
    lists.push(version);
    return Response.json({
      state: {
        data: states.map((kept, at) => ({
          id: uuid(at),
          type: 'state',
          attributes: { ...attributesOf(kept, at), changed: kept.changed ?? '' },
        })),
      },
    });
  });
  return {
    /** The saves, in order. */
    saves,
    /** The draft's version at each time that the states were listed. */
    listed: () => lists,
    fail(isFailing: boolean) {
      fails = isFailing;
    },
  };
}
