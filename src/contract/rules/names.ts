/** How people are named, staff and families alike. Rows and calls spell the fields differently. */

type Part = string | null;
/** The fields of a person's name. */
export type Named =
  | { readonly firstName: Part; readonly lastName: Part }
  | { readonly first_name: Part; readonly last_name: Part };

/** 'Ivy Walker'; empty for a person without a name. */
export function fullName(person: Named): string {
  const [first, last] =
    'firstName' in person ? [person.firstName, person.lastName] : [person.first_name, person.last_name];
  return `${first ?? ''} ${last ?? ''}`.trim();
}

/** A person's name, or the email address if there is none. */
export function nameOrEmail<Email extends Part>(person: Named & { readonly email: Email }): string | Email {
  return fullName(person) || person.email;
}
