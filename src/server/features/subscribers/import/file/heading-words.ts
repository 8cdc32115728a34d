/**
 * Headings of columns, in the form that `headingLetters` returns: from address books, mail programs and school systems, and in the
 * languages that a school can choose (en, cy, gd, ga, de, es, fr, it, nl, pl, pt, ar).
 */

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/).filter(Boolean));

export const FIRST_NAMES = words(`
  firstname firstnames first forename forenames givenname givennames given christianname fname chosenforename
  preferredforename preferredfirstname legalforename
  enwcyntaf ciadainm ainmbaistidh ceadainm ainmbaiste vorname vornamen nombre nombres nombredepila primernombre
  prenom prenoms nome voornaam roepnaam imie imiona primeironome nomeproprio
  الاسمالاول الاسمالشخصي`);

export const LAST_NAMES = words(`
  lastname lastnames last surname surnames familyname family secondname lname chosensurname preferredsurname
  preferredlastname legalsurname
  cyfenw sloinneadh sloinne nachname familienname zuname apellido apellidos primerapellido nom nomdefamille cognome
  achternaam familienaam nazwisko apelido apelidos sobrenome ultimonome
  اسمالعايلة اللقب الكنية الاسمالاخير`);

export const NAMES = words(`
  name names fullname displayname contactname
  enw enwllawn ainm ainmslan ainmiomlan vollername vorundnachname nombrecompleto nombreyapellidos nombreyapellido
  nomcomplet nomprenom nometprenom prenomnom prenometnom nomecompleto nomeecognome nominativo naam volledigenaam
  imieinazwisko nazwa
  الاسم الاسمالكامل اسموليالامر`);

/** The whole name if the file has no column for the other half: 'Nom' alone is a name. */
export const MAYBE_WHOLE = words('first last nombre nombres nom nome family');

export const EMAILS = words(`
  email emails emailaddress emailaddresses mail mailaddress primaryemail mainemail homeemail personalemail
  primaryemailaddress secondaryemail emailvalue emailprimary emailsecondary alternativeemail otheremail workemail
  ebost cyfeiriadebost postd seoladhpuistd riomhphost seoladhriomhphoist rphost
  emailadresse mailadresse epost epostadresse correo correoelectronico direcciondecorreoelectronico direcciondecorreo
  direccionemail courriel adressecourriel adresseemail adressemail mel adresseelectronique postaelettronica
  indirizzoemail indirizzomail indirizzodipostaelettronica emailadres mailadres adresemail adrespocztyelektronicznej
  pocztaelektroniczna correioeletronico correioelectronico enderecodeemail enderecoemail
  البريدالالكتروني بريدالكتروني عنوانالبريدالالكتروني الايميل ايميل`);

/** The person whom a column is about: 'Parent 1 email', 'Mother email'. */
export const PARENTS = [
  ...['parentcarer', 'parentguardian', 'parentorcarer', 'parent', 'carer', 'guardian', 'contact', 'mother'],
  ...['father', 'mum', 'dad', 'subscriber', 'recipient', 'rhiant', 'gofalwr', 'parant', 'tuismitheoir'],
  ...['elternteil', 'eltern', 'mutter', 'vater', 'sorgeberechtigter', 'erziehungsberechtigter'],
  ...['madre', 'padre', 'mere', 'pere', 'responsablelegal', 'responsable', 'genitore', 'ouder', 'verzorger'],
  ...['moeder', 'vader', 'rodzic', 'opiekun', 'matka', 'ojciec', 'mae', 'pai', 'encarregadodeeducacao'],
  ...['encarregado', 'adult', 'grandparent', 'grandmother', 'grandfather', 'stepparent', 'stepmother'],
  ...['stepfather', 'fosterparent', 'fostercarer', 'fostermother', 'fosterfather', 'nextofkin'],
];

export const PUPILS = [
  ...[
    'pupil',
    'child',
    'children',
    'student',
    'learner',
    'disgybl',
    'plentyn',
    'sgoilear',
    'dalta',
    'leanbh',
  ],
  ...['schuler', 'kind', 'alumno', 'alumna', 'hijo', 'hija', 'eleve', 'enfant', 'alunno', 'alunna', 'figlio'],
  ...['leerling', 'uczen', 'ucznia', 'dziecko', 'aluno', 'aluna', 'educando'],
];

/** Columns of people's roles: pupils and staff are never families. */
export const ROLE_HEADINGS = words('role roles usertype persontype membertype rolle ruolo rol rola');
export const PUPIL_ROLES = words(
  'student students pupil pupils learner child disgybl schuler alumno eleve leerling',
);
export const STAFF_ROLE_WORDS = words(`
  staff staffmember memberofstaff employee teacher teachers teachingstaff supportstaff teachingassistant ta aide
  proctor administrator admin sysadmin districtadministrator siteadministrator systemadministrator headteacher
  deputyhead deputyheadteacher head principal viceprincipal classteacher tutor faculty counselor counsellor
  schooladministrator athrawes athro tidsear muinteoir lehrer lehrerin lehrkraft mitarbeiter mitarbeiterin
  profesor profesora maestro maestra docente professeur enseignant enseignante insegnante leraar leerkracht
  medewerker nauczyciel nauczycielka professor professora funcionario`);
/** A person with one of these roles, too, is a family. */
export const FAMILY_ROLES = words(`
  parent parents guardian guardians parentguardian parentcarer carer relative contact family mother father
  rhiant parant tuismitheoir elternteil eltern padre madre responsable genitore ouder rodzic encarregadodeeducacao`);
