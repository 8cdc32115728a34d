import { expect, it } from 'vitest';
import { readableSlug } from '#server/platform/readable-slug.ts';
import { newSlug } from './slugs.ts';

it.each([
  ['Autumn news, week 5', 'autumn-news-week-5'],
  ["Mrs O'Neill’s café & crêpe day!", 'mrs-oneills-cafe-and-crepe-day'],
  ['Zażółć gęślą jaźń — Łódź', 'zazolc-gesla-jazn-lodz'],
  ['Straße, Ærø, Þór, Đặng Thị', 'strasse-aero-thor-dang-thi'],
  ['Новости школы: объявления', 'novosti-shkoly-obyavleniya'],
  ['Чётная неделя, съезд', 'chetnaya-nedelya-sezd'],
  ['Новини тижня: Школа Київ', 'novyny-tyzhnya-shkola-kyiv'],
  ['Съединение на България', 'sedinenie-na-blgariya'],
  ['Νέα της εβδομάδας', 'nea-tis-evdomadas'],
  ['Το σχολείο μας: ουρανός, ευχή, αυγό', 'to-scholeio-mas-ouranos-efchi-avgo'],
  ['أخبار المدرسة', 'akhbar-almdrsa'],
  ['اسکول کی خبریں ۲۰۲۶', 'askwl-ky-khbryn-2026'],
  ['חדשות בית הספר', 'hdsvt-vyt-hsfr'],
  ['विद्यालय समाचार', 'vidyaly-smacar'],
  ['ਸਕੂਲ ਦੀਆਂ ਖ਼ਬਰਾਂ', 'skul-diam-khbram'],
  ['পাঠশালা সংবাদ', 'pathsala-smbad'],
  ['பள்ளி செய்தி', 'plli-ceyti'],
  ['სკოლის ამბები', 'skolis-ambebi'],
  ['학교 소식', 'haggyo-sosig'],
  ['がっこう だより ニュース', 'gatkou-dayori-niyusu'],
  ['学校新闻', 'xuexiaoxinwen'],
  ['ข่าวโรงเรียน', 'khaworngeriyn'],
  ['🎉🎉', 'newsletter'],
  ['../../etc/passwd', 'etc-passwd'],
  ['<script>alert(1)</script>', 'script-alert-1-script'],
  ['%00\u202e\ufeff', '00'],
  ['ＦＵＬＬ ｗｉｄｔｈ ①', 'full-width-1'],
])('makes %s readable', (title, readable) => {
  expect(readableSlug(title, 'newsletter')).toBe(readable);
});

it('cuts a long title between words', () => {
  const readable = readableSlug(
    'A very long title about the harvest festival and the many pumpkins that were carved',
    'newsletter',
  );
  expect(readable).toBe('a-very-long-title-about-the-harvest-festival-and-the-many');
  expect(readableSlug('x'.repeat(200), 'newsletter')).toBe('x'.repeat(60));
});

it('is never the same twice, and has 70 random bits', () => {
  const slugs = new Set(Array.from({ length: 2000 }, () => newSlug('Sports day')));
  expect(slugs.size).toBe(2000);
  for (const slug of slugs) expect(slug).toMatch(/^sports-day-[0-9a-hjkmnp-tv-z]{14}$/);
});
