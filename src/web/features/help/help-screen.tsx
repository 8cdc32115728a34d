import { Link } from 'react-router';
import { SCREENS } from '#contract/paths.ts';
import { productName } from '#web/words/product.ts';
import { InfoPage } from './info-page.tsx';

/** The guide to the product, in the order in which a school needs it. */
export function Component() {
  return (
    <InfoPage title="Help" lead={`How ${productName()} works, in the order in which you will need it.`}>
      <GettingStarted />
      <Writing />
      <WorkingTogether />
      <Keyboard />
      <Publishing />
      <SigningIn />
      <Programs />
      <Trouble />
    </InfoPage>
  );
}

function GettingStarted() {
  return (
    <>
      <h2>Getting started</h2>
      <ul>
        <li>
          Register with your email address and follow the link in the mail. Once you have chosen a password
          you are signed in. The link works for three days; ask for a new one at any time.
        </li>
        <li>
          Then give your school’s name, logo, email and phone, and choose a layout for your first newsletter.
        </li>
        <li>Who has been invited by a school uses the link in the invitation, which works for seven days.</li>
      </ul>
    </>
  );
}

function Writing() {
  return (
    <>
      <h2>Writing a newsletter</h2>
      <ul>
        <li>
          Click a tile to add a block, then type its words where they stand. The form beside the newsletter
          has the block’s other fields. Below ‘Save changes’ it says what is still needed.
        </li>
        <li>
          What you type is saved by itself after a short pause. The line below the header says when it was
          saved last, or that it is not saved yet.
        </li>
        <li>
          You may leave out https:// in a web address: it is added when you leave the field. In a text, an
          email address and one that begins with www. become links once a space follows. For a phone number,
          select it and press Link.
        </li>
        <li>
          Pictures need a description for people who do not see them. Mark a picture that says nothing as
          decorative.
        </li>
        <li>
          ‘Check’ lists what would shut readers out, such as a missing description or words that are hard to
          read, and fixes some of it.
        </li>
      </ul>
    </>
  );
}

function WorkingTogether() {
  return (
    <>
      <h2>Working together</h2>
      <ul>
        <li>
          Several people can write in one newsletter at once. You see who has it open and in which block.
          Different changes are merged by themselves; only where two people have changed the same words are
          you asked whose stay.
        </li>
        <li>
          ‘Saved’ with the time opens the history: what was written when, and by whom. Compare, bring back a
          block or all of it, and see each newsletter as families saw it. Nothing that came later is lost.
        </li>
        <li>
          Write notes to each other at a block. Name a colleague with @, and they get an email. Families see
          no notes.
        </li>
        <li>
          ‘Give this part to somebody’ at a block asks a colleague to write it by a day. It stands on their
          dashboard, with a reminder by email before it is due. A contributor writes in their parts alone.
        </li>
        <li>
          With approval, in Settings, Features, editors ask before they publish. Who approves gets an email
          with the newsletter, and answers on a phone without signing in.
        </li>
      </ul>
    </>
  );
}

function Keyboard() {
  return (
    <>
      <h2>By keyboard</h2>
      <ul>
        <li>
          In the editor, Ctrl and / (⌘ and / on a Mac) opens the list of all shortcuts. None of them is a
          single letter or sign; in an empty newsletter, what you type begins a text.
        </li>
        <li>
          Tab reaches every control. Arrow keys with Alt move a block, and Delete removes it; Ctrl Z undoes.
        </li>
        <li>
          In a text, Alt F10 goes to the formatting bar and arrow keys go along it; choosing goes back to the
          text.
        </li>
        <li>Escape closes a form, a menu or a dialog, and the focus goes back to where it was.</li>
      </ul>
    </>
  );
}

function Publishing() {
  return (
    <>
      <h2>Publishing and sending</h2>
      <ul>
        <li>
          ‘Publish’ puts the newsletter on a page with a link of its own, which anybody who has it can open.
        </li>
        <li>
          After a correction, publish again: the link stays the same. Mails that have gone out cannot be
          changed.
        </li>
        <li>
          To send it by email, bring your families’ addresses first: in Settings, Manage users, Subscribers,
          one by one or from a CSV file: in Excel, File, Save As, ‘CSV UTF-8’; in Google Sheets, File,
          Download, ‘Comma-separated values’. Its first line names the columns. Before an import changes
          anything, you see what it would do.
        </li>
        <li>Every mail has a link to unsubscribe, which works at once.</li>
        <li>‘Unpublish’, in a newsletter’s options, takes the page away again.</li>
      </ul>
    </>
  );
}

function SigningIn() {
  return (
    <>
      <h2>Signing in</h2>
      <ul>
        <li>
          In Settings, Password settings, switch two-step sign-in on: after your password you type a code from
          an app on your phone, or use a passkey.
        </li>
        <li>
          A passkey is your fingerprint, your face or the lock of your device. It also signs you in without a
          password. Add one on each device that you use.
        </li>
        <li>
          Recovery codes are shown once, when you switch it on. Each lets you in once without your phone, so
          keep them elsewhere. All are lost? The owner of your school can turn your two-step sign-in off, in
          Manage users. An owner who has lost everything asks whoever runs this service.
        </li>
        <li>
          On your own computer, ‘Trust this computer’ saves you the code for 30 days. Password settings list
          the computers that you trust, and forget any of them.
        </li>
        <li>
          On a computer that others use, untick ‘Remember me’: then you are signed out after 12 hours at the
          latest.
        </li>
        <li>
          Owners can ask all staff, or owners and admins, for two-step sign-in, in Manage users. Everybody has
          some days to set it up, gets a mail, and is led there when they are over.
        </li>
        <li>
          With Google, Microsoft or your authority’s account you sign in by its button, if there is one on the
          log-in form. The first time you are asked for your password once, then both belong together. No code
          is asked here then: your account there looks after that.
        </li>
        <li>
          Before what is grave, such as a new role or a download of all data, you are asked once more whether
          it is you, unless you have just typed your password, a code or used a passkey.
        </li>
        <li>Password settings also list where you are signed in, and sign you out anywhere else.</li>
      </ul>
    </>
  );
}

function Programs() {
  return (
    <>
      <h2>API and webhooks</h2>
      <ul>
        <li>
          With an API token, a program of your school writes or reads what you allow it, such as your website
          or your school system. The owner makes tokens in Settings, API and webhooks. Each is shown once.
        </li>
        <li>
          A webhook tells a program at once what happens here: a newsletter is published, a family leaves the
          list. While it is switched off nothing is sent to it, also not later.
        </li>
        <li>
          Whoever writes the program finds all of it in <Link to={SCREENS.apiGuide}>API and webhooks</Link>.
        </li>
      </ul>
    </>
  );
}

function Trouble() {
  return (
    <>
      <h2>When something does not work</h2>
      <ul>
        <li>
          No mail after a few minutes? Look among the junk mail. If you have asked several times, wait an
          hour.
        </li>
        <li>
          Without a connection you can go on writing: your browser keeps what you type, and it is sent once
          the connection is back.
        </li>
        <li>
          Forgot your password? <Link to={SCREENS.forgotPassword}>Ask for a link</Link> to choose a new one.
        </li>
        <li>
          Something shuts you out? Our <Link to={SCREENS.accessibility}>accessibility statement</Link> says
          what we know of, and how to tell us.
        </li>
      </ul>
    </>
  );
}
