import { type Audience, type DeliveryResource, deliveryRoutes } from '#contract/deliveries.ts';
import { type GroupResource, groupRoutes } from '#contract/groups/groups.ts';
import { newsletterRoutes } from '#contract/newsletters.ts';
import { peopleRoutes } from '#contract/people.ts';
import { type SchoolResource, schoolRoutes } from '#contract/school.ts';
import { answer, openApp, personOf, received, SCHOOL, signIn } from './app.tsx';

/** The screen that sends a newsletter, with the answers of a server. */

export const id = '00000000-0000-4000-8000-000000000001';
export const params = { id };
/** The mail that will be sent. */
export const MAIL = {
  from_name: 'Oakfield Primary School',
  from_address: 'news@inkwell.example',
  subject: 'Harvest',
  preview_text: 'Bring a tin',
  reply_to: 'office@oakfield.example',
  bytes: 24_000,
};

/** A quota that no sending uses up. */
export const ENOUGH = { per_day: 5000, left_today: 5000, is_trial: false, is_stopped: false };

/** The differences from a published newsletter for 412 families. */
export interface World {
  quota?: Partial<typeof ENOUGH>;
  recipients?: number;
  already_sent?: number;
  bytes?: number;
  readings?: Audience['readings'];
  status?: 'draft' | 'published';
  role?: 'owner' | 'editor';
  school?: Partial<SchoolResource['attributes']>;
  deliveries?: readonly DeliveryResource[];
  groups?: readonly GroupResource[];
  newsletter?: {
    readonly code?: readonly object[];
    readonly missing_files?: readonly string[];
    readonly has_unpublished_changes?: boolean;
  };
}

const schoolOf = (changes: World['school'] = {}) => ({
  ...SCHOOL,
  attributes: { ...SCHOOL.attributes, ...changes },
});

/** Answers what the screen asks. */
export function serve({ recipients = 412, already_sent = 0, bytes = 24_000, ...world }: World = {}): void {
  const person = personOf({ role: world.role ?? 'owner' });
  signIn(person);
  answer(peopleRoutes.myProfile, { status: 200, body: { user: { data: person } } });
  answer(schoolRoutes.mySchool, { status: 200, body: { school: { data: schoolOf(world.school) } } });
  const attributes = {
    title: 'Harvest',
    body: '',
    layout_type: 'one_column',
    status: world.status ?? 'published',
    slug: 'harvest',
    design: null,
    colours: null,
    issue_date: null,
    has_unpublished_changes: false,
    created_at: '2026-09-01T08:00:00.000Z',
    updated_at: '2026-09-01T08:00:00.000Z',
    code: [],
    footerContent: '',
    carried_over: null,
    missing_files: [],
    version: 1,
    published_at: null,
    ...world.newsletter,
  };
  const newsletter = { id, type: 'news_letter', attributes };
  answer(
    newsletterRoutes.getNewsletter,
    { status: 200, body: { news_letter: { data: newsletter } } },
    params,
  );
  const audience = {
    recipients,
    already_sent,
    with_digest: 0,
    own_groups_only: 0,
    left: 0,
    refused: 0,
  };
  answer(
    deliveryRoutes.audience,
    {
      status: 200,
      body: {
        audience,
        quota: { ...ENOUGH, ...world.quota },
        mail: { ...MAIL, bytes },
        readings: world.readings ?? [],
      },
    },
    params,
  );
  answer(groupRoutes.listGroups, { status: 200, body: { groups: { data: world.groups ?? [] } } });
  serveDeliveries(world.deliveries ?? []);
}

/** Answers with other deliveries from now on. */
export function serveDeliveries(data: readonly DeliveryResource[]): void {
  const body = { deliveries: { data }, total_pages: 1, total: data.length };
  answer(deliveryRoutes.listDeliveries, { status: 200, body }, params);
}

export const open = () => openApp(`/app/newsletter/send/${id}`);
/** The bodies of the calls whose name begins so. */
export const sentBodies = (call: string) =>
  received.filter((each) => each.call.startsWith(call)).map(({ body }) => body);
