import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { deliveryRoutes } from '#contract/deliveries.ts';
import { fileRoutes } from '#contract/files.ts';
import { historyRoutes } from '#contract/history.ts';
import { newsletterRoutes } from '#contract/newsletters.ts';
import { pathOf } from '#contract/route.ts';
import { schoolRoutes } from '#contract/school.ts';
import { subscriberRoutes } from '#contract/subscribers.ts';
import { DAY_MS } from '#newsletter/values/durations.ts';
import { deliveryRecipients } from '#server/platform/db/schema/deliveries.ts';
import { pastEditions } from '#server/platform/db/schema/history.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { callDeliver, deliverNow, deliveryOf } from '#test/deliveries.ts';
import { createSchool, createStaff, type TestSchool } from '#test/factories.ts';
import { sendFile } from '#test/files.ts';
import { heading, publish, publishNewsletter } from '#test/newsletters.ts';
import { photograph } from '#test/pictures.ts';
import { createSubscribers } from '#test/subscribers.ts';

const PER_DAY = 3;

let test: TestApp;
let school: TestSchool;
let token: string;
let id: string;
beforeAll(async () => {
  test = await buildTestApp({ TRIAL_MAILS_PER_DAY: String(PER_DAY) });
});
beforeEach(async () => {
  test.mail.sent.length = 0;
  school = await createSchool(test);
  token = school.owner.token;
  ({ id } = await publishNewsletter(test, school.owner, { code: [heading('Wrong date')] }));
});
afterAll(() => test.close());

const editions = async () =>
  (await test.call(historyRoutes.listEditions, { token, params: { id } })).ok().edition.data;
const editionOf = async (edition_id = '') =>
  (await test.call(historyRoutes.getEdition, { token, params: { id, edition_id } })).ok().edition.data
    .attributes;
const sent = async () => (await editions()).map(({ attributes: { sent_to } }) => sent_to);
const slugOf = async () =>
  (await test.call(newsletterRoutes.getNewsletter, { token, params: { id } })).ok().news_letter.data
    .attributes.slug;

async function unzipped(bytes: Buffer): Promise<ReadonlyMap<string, Buffer>> {
  const zip = await fromBufferPromise(bytes, { lazyEntries: true });
  const files = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry())
    files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
  return files;
}

const mailsWith = (words: string) =>
  test.mail.sent.filter(({ to, html }) => to.address.endsWith('@home.example') && html.includes(words));

async function correct(): Promise<void> {
  test.clock.advance(1);
  const body = { news_letter: { code: [heading('Right date')] } };
  (await test.call(newsletterRoutes.updateNewsletter, { token, params: { id }, body })).ok();
  await publish(test, school.owner, id);
}

describe('a sending', () => {
  it('points at the edition that it sent, with who, when and to how many', async () => {
    await createSubscribers(test, school.id, 2);
    const delivery = await deliverNow(test, token, id);
    const { started_at, edition_id } = await deliveryOf(test, token, delivery);
    const [edition] = await editions();
    expect(edition_id).toBe(edition?.id);
    expect(edition?.attributes).toMatchObject({ sent_to: 2, redrawn_at: null });
    const { sendings } = await editionOf(edition?.id);
    expect(sendings).toEqual([
      {
        id: delivery,
        subject: 'Autumn news',
        audience: null,
        sender: '',
        started_at,
        sent: 2,
        failed: 0,
        unconfirmed: 0,
      },
    ]);
    const { state } = (await test.call(historyRoutes.listStates, { token, params: { id } })).ok();
    expect(
      state.data.map(({ attributes: { reason, edition_id, sent_to } }) => [reason, edition_id, sent_to]),
    ).toEqual([
      ['published', edition?.id, 2],
      ['created', null, 0],
    ]);
  });

  it('belongs to the corrected edition if it follows a correction', async () => {
    await createSubscribers(test, school.id, 1);
    await deliverNow(test, token, id);
    await correct();
    expect(await sent()).toEqual([0, 1]);
    await createSubscribers(test, school.id, 1, {}, 1);
    await deliverNow(test, token, id);
    expect(await sent()).toEqual([1, 1]);
    expect(mailsWith('Right date').map(({ to }) => to.address)).toEqual(['parent-2@home.example']);
  });

  it('belongs to both editions if it is corrected in the middle, each mail to the one it has', async () => {
    await createSubscribers(test, school.id, PER_DAY + 2);
    const { id: delivery } = (await callDeliver(test, token, id)).ok().delivery.data;
    await test.jobs.settled();
    await correct();
    // The delivery continues with the edition with which it began.
    expect(await sent()).toEqual([0, PER_DAY]);
    const params = { id: delivery };
    (await test.call(deliveryRoutes.pauseDelivery, { token, params })).ok();
    (await test.call(deliveryRoutes.resumeDelivery, { token, params })).ok();
    await test.jobs.settled();
    test.clock.advance(DAY_MS);
    await test.jobs.due();
    expect(await deliveryOf(test, token, delivery)).toMatchObject({ status: 'done', sent: PER_DAY + 2 });
    expect(await sent()).toEqual([2, PER_DAY]);
    const [right, toAll] = [mailsWith('Right date'), mailsWith('Autumn news')];
    expect([right.length, toAll.length - right.length]).toEqual([2, PER_DAY]);
  });

  it('keeps its numbers when subscribers and sender are deleted', async () => {
    const colleague = await createStaff(test, school.id, 'admin', { firstName: 'Ivy', lastName: 'Bell' });
    const [parent] = await createSubscribers(test, school.id, 2);
    await deliverNow(test, colleague.token, id);
    const sendings = async () => (await editions()).flatMap(({ attributes }) => attributes.sendings);
    expect(await sendings()).toMatchObject([{ sender: 'Ivy Bell', sent: 2 }]);
    const remove = { token, params: { id: parent?.id ?? '' } };
    (await test.call(subscriberRoutes.deleteSubscriber, remove)).ok();
    expect(await sendings()).toMatchObject([{ sender: 'Ivy Bell', sent: 2 }]);
    expect(await sent()).toEqual([2]);
  });

  it('is listed even if it is older than kept editions, with who, when and to how many', async () => {
    await createSubscribers(test, school.id, 2);
    const delivery = await deliverNow(test, token, id);
    const earlier = async () =>
      (await test.call(historyRoutes.listEditions, { token, params: { id } })).ok().earlier_sendings;
    expect(await earlier()).toEqual([]);
    const { started_at } = await deliveryOf(test, token, delivery);
    const orm = test.context.database.orm();
    await orm
      .update(deliveryRecipients)
      .set({ editionId: null })
      .where(eq(deliveryRecipients.deliveryId, delivery));
    expect(await earlier()).toEqual([
      {
        id: delivery,
        subject: 'Autumn news',
        audience: null,
        sender: '',
        started_at,
        sent: 2,
        failed: 0,
        unconfirmed: 0,
      },
    ]);
    expect(await sent()).toEqual([0]);
  });

  it('keeps what it mailed if its edition has been drawn again since', async () => {
    await createSubscribers(test, school.id, 1);
    test.clock.advance(1);
    const body = { school: { name: 'Ash Grove Primary' } };
    (await test.call(schoolRoutes.updateSchool, { token, params: { id: school.id }, body })).ok();
    await test.jobs.settled();
    const redrawn = test.clock.now().toISOString();
    await deliverNow(test, token, id);
    const [newest, first] = await editions();
    expect([newest?.attributes.redrawn_at, first?.attributes.redrawn_at]).toEqual([redrawn, null]);
    expect(await sent()).toEqual([1, 0]);
    const { mail, page } = await editionOf(newest?.id);
    expect(mail).toContain('Ash Grove Primary');
    expect(page).toContain('Ash Grove Primary');
    expect((await editionOf(first?.id)).mail).not.toContain('Ash Grove Primary');
    const { state } = (await test.call(historyRoutes.listStates, { token, params: { id } })).ok();
    expect(state.data[0]?.attributes).toMatchObject({ edition_id: first?.id, sent_to: 1 });
    // The next delivery sends the same edition.
    await createSubscribers(test, school.id, 1, {}, 1);
    await deliverNow(test, token, id);
    expect(await sent()).toEqual([2, 0]);
  });

  it('keeps the edition that an older program published', async () => {
    await test.context.database.orm().delete(pastEditions).where(eq(pastEditions.newsletterId, id));
    await createSubscribers(test, school.id, 1);
    await deliverNow(test, token, id);
    const [edition] = await editions();
    expect(edition?.attributes).toMatchObject({
      version: 1,
      person_name: null,
      redrawn_at: null,
      sent_to: 1,
    });
    expect((await editionOf(edition?.id)).mail).toContain('Wrong date');
  });
});

describe('an edition for staff', () => {
  let file: string;
  beforeEach(async () => {
    const uploaded = (await sendFile(test, school.owner, await photograph(1200, 600))).ok().attachment.data;
    file = uploaded.id;
    const { url } = uploaded.attributes;
    test.clock.advance(1);
    const pictured = { name: 'image-1', type: 'image', value: { url, alt: 'The race' } };
    const social = { name: 'social', type: 'social_media', value: { facebook: 'https://facebook.com/elm' } };
    const body = { news_letter: { code: [pictured, social] } };
    (await test.call(newsletterRoutes.updateNewsletter, { token, params: { id }, body })).ok();
    await publish(test, school.owner, id);
  });
  const newest = async () => await editionOf((await editions())[0]?.id);
  const picturesIn = (markup: string) =>
    [...markup.matchAll(/<img [^>]*?src="([^"]*)"[^>]*alt="The race"|alt="The race"[^>]*src="([^"]*)"/g)].map(
      ([, before, after]) => before ?? after ?? '',
    );

  it('shows its files also when the newsletter is unpublished', async () => {
    (await test.call(newsletterRoutes.unpublishNewsletter, { token, params: { id } })).ok();
    const { page, mail, files_deleted } = await newest();
    expect(files_deleted).toBe(0);
    for (const markup of [page, mail]) {
      const [source = ''] = picturesIn(markup);
      expect(source).toMatch(/\/files\/[^/]+\/[a-z0-9]{32}\.(png|jpg)/);
      expect((await test.app.inject({ url: source })).statusCode).toBe(200);
      for (const [address] of markup.matchAll(/\/files\/[^\s",)]+/g))
        expect((await test.app.inject({ url: address })).statusCode).toBe(200);
    }
  });

  it('shows files that no later edition uses', async () => {
    await correct();
    const { page } = await editionOf((await editions())[1]?.id);
    const [source = ''] = picturesIn(page);
    expect((await test.app.inject({ url: source })).statusCode).toBe(200);
  });

  it('counts as a use of its files when neither draft nor page shows them any more', async () => {
    await correct();
    const { attachments } = (await test.call(fileRoutes.listAttachments, { token })).ok();
    const [shown] = attachments.data.filter((each) => each.id === file);
    expect(shown?.attributes.uses).toEqual([
      { newsletter_id: id, title: 'Autumn news', published: false, past: true },
    ]);
  });

  it('marks a deleted picture as taken down, and changes nothing else', async () => {
    const before = await newest();
    (await test.call(fileRoutes.deleteAttachment, { token, params: { id: file } })).ok();
    await test.jobs.settled();
    const { page, mail, files_deleted } = await newest();
    expect(files_deleted).toBe(1);
    for (const markup of [page, mail]) {
      expect(markup).toContain('Taken%20down');
      expect(picturesIn(markup).filter((source) => source.includes('/files/'))).toEqual([]);
    }
    const words = (markup: string) => markup.replace(/<(?:source|img) [^>]*>/g, '');
    expect(words(page)).toBe(words(before.page));
  });

  it('is downloaded as one file that opens without the server, with what, when, by whom and to how many', async () => {
    await createSubscribers(test, school.id, 2);
    await deliverNow(test, token, id);
    const [edition] = await editions();
    const stored = (await test.app.inject({ url: `/published/${await slugOf()}` })).body;
    const answer = await test.app.inject({
      url: pathOf(historyRoutes.downloadEdition, { id, edition_id: edition?.id ?? '' }),
      headers: { authorization: `Bearer ${token}` },
    });
    expect(answer.headers['content-type']).toBe('application/zip');
    expect(answer.headers['content-disposition']).toMatch(/filename="autumn-news-\d{4}-\d\d-\d\d\.zip"/);
    const files = await unzipped(answer.rawPayload);
    const [picture = ''] = [...files.keys()].filter((name) => name.startsWith('files/'));
    expect([...files.keys()].sort()).toEqual(
      [
        'about.txt',
        'assets/facebook.png',
        'mail.html',
        'mail.txt',
        'page.html',
        'stored/mail.html',
        'stored/page.html',
        picture,
      ].sort(),
    );
    expect(files.get('stored/page.html')?.toString()).toBe(stored);
    for (const name of ['page.html', 'mail.html'])
      expect(picturesIn(String(files.get(name)))).toEqual([picture]);
    expect(files.get('assets/facebook.png')?.length).toBeGreaterThan(0);
    expect(String(files.get('page.html'))).toContain('src="assets/facebook.png"');
    const about = String(files.get('about.txt'));
    expect(about).toContain(`by ${school.owner.email}`);
    expect(about).toMatch(/Sent: to 2, .* subject ‘Autumn news’/);
    expect(about).toContain(createHash('sha256').update(stored).digest('hex'));
    const other = await createSchool(test);
    const foreign = await test.call(historyRoutes.downloadEdition, {
      token: other.owner.token,
      params: { id, edition_id: edition?.id ?? '' },
    });
    expect(foreign.status).toBe(404);
  });
});
