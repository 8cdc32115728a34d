/**
 * The scenes of the landing page's pictures: the demo school's staff at work, and a parent's view. Each resolves to a
 * PNG.
 */

const TITLE = 'Autumn news, week 5';
const DESK = { viewport: { width: 1344, height: 824 }, deviceScaleFactor: 1.5 };
/** The viewport for enlarged parts of a screen. */
const CLOSE = { viewport: { width: 1240, height: 1040 }, deviceScaleFactor: 2 };
const PHONE = {
  viewport: { width: 390, height: 800 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
};

/** Takes all pictures; resolves to them by name. */
export async function takeScenes(browser, { url, email, password }) {
  const open = pagesOf(browser, url);
  const desk = await open(DESK);
  await signIn(desk, email, password);
  const editor = await editorScene(desk);
  const close = await open({ ...CLOSE, storageState: await desk.context().storageState() });
  return {
    editor,
    create: await createScene(close),
    build: await buildScene(close),
    share: await shareScene(close),
    branding: await brandingScene(close),
    ...(await readingScenes(await open(PHONE), await publicPath(close))),
  };
}

async function signIn(page, email, password) {
  await page.goto(`/?login=true&email=${encodeURIComponent(email)}`);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.waitForURL('/app/newsletters');
}

async function openEditor(page) {
  await page.goto('/app/newsletters');
  await page
    .getByRole('article')
    .filter({ hasText: TITLE })
    .getByRole('link', { name: TITLE })
    .first()
    .click();
  await page.getByText('Open morning').first().waitFor();
}

/** The whole editor with an event's form. */
async function editorScene(page) {
  await openEditor(page);
  // The click goes to the block's button, which covers its text.
  await page.getByText('Open morning').first().click({ force: true });
  await page.getByRole('complementary', { name: 'Edit Event' }).waitFor();
  await settle(page);
  return page.screenshot();
}

/** The choice of templates. */
async function createScene(page) {
  await page.goto('/app/newsletters/create');
  const cards = page.getByRole('group', { name: 'Or begin with a ready-made newsletter' });
  await cards.getByText('Sports day').waitFor();
  await page.getByLabel('Newsletter title').fill('Autumn news, week 6');
  await cards.getByText('Weekly bulletin').click();
  await settle(page);
  return clip(page, cards, { left: -28, top: -16, width: 640, height: 416 });
}

/** Dragging a picture from the picker to its place. */
async function buildScene(page) {
  await openEditor(page);
  await settle(page);
  const from = await boxOf(page.getByRole('button', { name: 'Image', exact: true }));
  const at = await boxOf(page.getByText('A harvest to be proud of').first());
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(from.x + 200, at.y + at.height + 20, { steps: 10 });
  await page.mouse.move(at.x + 120, at.y + at.height + 14, { steps: 10 });
  await settle(page);
  const picture = await clip(page, page.getByText('A harvest to be proud of').first(), {
    left: -300,
    top: -190,
    width: 620,
    height: 400,
  });
  await page.keyboard.press('Escape');
  await page.mouse.up();
  return picture;
}

/** The copied link of a published newsletter. */
async function shareScene(page) {
  await page.goto((await published(page)).confirmation);
  const title = page.getByRole('heading', { level: 1 });
  await title.waitFor();
  await page.getByRole('button', { name: 'Copy' }).click();
  await settle(page);
  return clip(page, title, { left: -44, top: -44, width: 732, height: 476 });
}

/** Logo and colours with their preview. */
async function brandingScene(page) {
  await page.goto('/app/settings/newsletter-branding');
  await page.getByText('How it will look').waitFor();
  await settle(page);
  return clip(page, page.getByText('How it will look'), { left: -446, top: -24, width: 872, height: 520 });
}

/** The public page: its first screen, and the whole page. */
async function readingScenes(page, path) {
  await page.goto(path);
  await settle(page);
  const phone = await page.screenshot();
  return { phone, reading: await page.locator('main').screenshot() };
}

async function publicPath(page) {
  await page.goto((await published(page)).confirmation);
  const link = page.getByRole('link', { name: 'Open the public page' });
  return new URL(await link.getAttribute('href'), page.url()).pathname;
}

async function published(page) {
  await page.goto('/app/newsletters');
  const link = page.getByRole('article').filter({ hasText: TITLE }).getByRole('link').first();
  const id = (await link.getAttribute('href')).split('/').at(-1);
  return { confirmation: `/app/newsletter/public-url/${id}` };
}

/** A screenshot of an area relative to an element's corner, in pixels of the page. */
async function clip(page, beside, { left, top, width, height }) {
  const { x, y } = await boxOf(beside);
  return page.screenshot({ clip: { x: x + left, y: y + top, width, height } });
}

async function boxOf(locator) {
  const box = await locator.boundingBox();
  if (box === null) throw new Error(`${locator} is not visible`);
  return box;
}

/** Opens pages of the program with the cookie banner answered. */
function pagesOf(browser, baseURL) {
  return async (options) => {
    const context = await browser.newContext({
      baseURL,
      reducedMotion: 'reduce',
      locale: 'en-GB',
      permissions: ['clipboard-read', 'clipboard-write'],
      ...options,
    });
    // The stream of an open newsletter never ends, and `settle` waits for all answers.
    await context.route('**/news_letters/*/events?*', (route) => route.abort());
    await context.addInitScript(() => localStorage.setItem('cookieAgreement', 'false'));
    return await context.newPage();
  };
}

// Waits for pictures, fonts and the renderer.
async function settle(page) {
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => document.fonts.ready);
}
