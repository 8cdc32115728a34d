import { code, importsOf, isTest } from './code.ts';

/** The walls within the editor: the code for every newsletter knows nothing of the guests, which only some need. */

const EDITOR = 'src/web/features/editor/';
/** The one file that knows which guests there are. */
const LIST = `${EDITOR}guests.ts`;

/** Each import from one file of the editor into another, with their folders. Rooms share style sheets. */
function arrows() {
  return code
    .filter((file) => file.startsWith(EDITOR))
    .flatMap((file) =>
      importsOf(file)
        .filter(({ to }) => to.startsWith(EDITOR) && !to.endsWith('.css') && !isTest(to))
        .map(({ to }) => ({ file, to, from: folderOf(file), into: folderOf(to) })),
    );
}

function folderOf(file) {
  const [folder, guest, ...rest] = file.slice(EDITOR.length).split('/');
  if (guest === undefined) return '.';
  return folder === 'guests' && rest.length > 0 ? `${folder}/${guest}` : folder;
}

const isGuest = (folder) => folder.startsWith('guests/');
const shown = ({ file, to }) => `${file} imports ${to}`;

export function editorPairs() {
  const joined = new Set(arrows().map(({ from, into }) => `${from} and ${into}`));
  return [...joined].filter((pair) => {
    const [one, other] = pair.split(' and ');
    return one < other && joined.has(`${other} and ${one}`);
  });
}

export function intoGuests() {
  return arrows()
    .filter(({ file, from, into }) => file !== LIST && !isGuest(from) && isGuest(into))
    .map(shown);
}

export function guestToGuest() {
  return arrows()
    .filter(({ from, into }) => isGuest(from) && isGuest(into) && from !== into)
    .map(shown);
}
