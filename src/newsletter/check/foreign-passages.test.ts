import { expect, it } from 'vitest';
import { findingsOf, textBlockOf } from '#test/support/newsletter/check-samples.ts';

const found = (html: string, language = 'en') =>
  findingsOf('language-missing', [textBlockOf(html)], { language }).map(({ range }) => range);

it.each([
  ['Prosimy, aby w poniedziałek dzieci przyniosły do szkoły strój na basen, bo nie będzie go w szkole.'],
  ['Por favor, para la excursión del viernes los niños llevan una chaqueta y el almuerzo en su mochila.'],
  ['Bydd yr ysgol ar gau ddydd Gwener, ac mae croeso i chi ddod i weld ein gwaith yn y neuadd.'],
  ['Am Freitag ist die Schule für alle Kinder und Eltern geöffnet, und wir haben auch Kaffee im Hof.'],
  ['Le vendredi, les enfants sont dans la cour avec nous, et la cantine est ouverte pour vous.'],
  ['يرجى إحضار معطف واق من المطر يوم الجمعة'],
  ['Будь ласка, принесіть дощовик у пʼятницю'],
  ['请在星期五为孩子准备雨衣'],
  ['ਕਿਰਪਾ ਕਰਕੇ ਸ਼ੁੱਕਰਵਾਰ ਨੂੰ ਕੋਟ ਲਿਆਓ'],
])('asks for the language of %s', (passage) => {
  expect(found(`<p>Dear families</p><p>${passage}</p>`)).toEqual([
    { words: expect.stringContaining(passage.slice(0, 20)) },
  ]);
  expect(found(`<p>Dear families</p><p><span lang="pl">${passage}</span></p>`)).toEqual([]);
});

it('is a hint that names the words and the newsletter’s language', () => {
  const [finding] = findingsOf('language-missing', [
    textBlockOf('<p>We say <strong>Ласкаво просимо до нашої школи</strong> to you</p>'),
  ]);
  expect(finding).toMatchObject({
    severity: 'hint',
    block: 'text',
    path: 'html',
    range: { words: 'Ласкаво просимо до нашої школи' },
    message: expect.stringMatching(/^Say which language this is: “Ласкаво .* as English\.$/),
  });
});

it('asks in a Welsh newsletter for English, and once for each text', () => {
  const english = '<p>The school is closed on Friday and you are welcome to come with us to the hall.</p>';
  expect(found(english.repeat(3), 'cy')).toHaveLength(1);
  expect(found(english)).toEqual([]);
});

it.each([
  'Welcome to Ana de la Cruz, Juan de los Santos y Vega and Maria del Mar de la Fuente.',
  'The choir sang “Je ne regrette rien” and the parents loved it.',
  'Lunch: spaghetti alla puttanesca con pane e insalata della casa.',
  'Bon appétit! Guten Tag! Dzień dobry! Добрый день! ようこそ',
  'Our new teacher is Ελένη Παπαδοπούλου, and α + β = γ.',
  'Maths, PE, Art, Music, IT, RE',
  'a i o la de do to na me in',
  'https://oakfield.example/de/la/le/les/des/et/un/une',
  '12:30',
])('leaves %s alone', (words) => {
  expect(found(`<p>${words}</p>`)).toEqual([]);
});

it('says nothing about languages that it does not know', () => {
  const polish = '<p>Prosimy, aby dzieci przyniosły do szkoły strój, bo nie będzie go w szkole i na to</p>';
  expect(found(polish, 'eu')).toEqual([]);
  expect(found('<p>Please bring a coat to the school on Friday if you can.</p>', 'ar')).toEqual([]);
});
