import { Link } from 'react-router';
import { SCREENS } from '#contract/paths.ts';
import { product } from '#web/words/product.ts';
import { InfoPage } from './info-page.tsx';

/** The accessibility statement of the product: what is tested, and the known problems. */
export function Component() {
  const { name, operatorName, contactEmail } = product();
  return (
    <InfoPage
      title="Accessibility statement"
      lead={`${operatorName} wants everybody at a school to be able to use ${name}, and every family to be able to read what comes out of it.`}
    >
      <p>
        This statement is about {name} itself: the public pages, the screens for staff, and the newsletters
        that it makes. We work towards the Web Content Accessibility Guidelines (WCAG) 2.2, level AA. We do
        not claim to meet all of it: nobody outside has audited {name} yet. The statement was written on 29
        November 2026.
      </p>
      <h2>What we do</h2>
      <ul>
        <li>
          Tests walk through the screens with every change. They check them with axe, in light and in dark,
          and drive the main tasks by keyboard alone.
        </li>
        <li>
          Screens can be used at a width of 320 pixels, which is a zoom of 400 % on a desktop. They follow
          your system’s choice of dark colours and of less motion.
        </li>
        <li>
          Newsletters have headings in order, descriptions for pictures, and colours of text that are made
          readable on their background. Their pages need no script.
        </li>
        <li>A check in the editor tells authors what would shut readers out, before they publish.</li>
      </ul>
      <h2>What does not work yet</h2>
      <ul>
        <li>
          Videos: we do not write captions. The check asks for a file of them for a video that you upload, but
          a video can be published without one. A video that you link to has the captions of its site.
        </li>
        <li>
          Uploaded files, such as a PDF, are passed on as they are. The check says when a PDF to download is a
          picture of text, as from a scanner, and knows no more of what is in files.
        </li>
        <li>
          The school answers for the words, pictures and files in its newsletters. The check finds a part of
          what can go wrong, not all of it.
        </li>
        <li>
          In mails the size of the type is fixed: your mail program’s zoom makes it larger. The web page of
          each newsletter follows the size that you set in your browser.
        </li>
        <li>
          In an empty newsletter any letter that is typed begins a text. Speech input may do so by mistake;
          Ctrl Z takes it away.
        </li>
        <li>The screens for staff are in English alone.</li>
      </ul>
      <h2>Tell us</h2>
      <p>
        If something shuts you out, or you need a newsletter in another form, write to{' '}
        <a href={`mailto:${contactEmail}`}>{contactEmail}</a>. Say which page it is and what you use to read
        it. We answer on working days. For the content of a newsletter, please write to the school: its
        address is at the foot.
      </p>
      <p>
        How to use {name}, also by keyboard, is in the <Link to={SCREENS.help}>help</Link>.
      </p>
    </InfoPage>
  );
}
