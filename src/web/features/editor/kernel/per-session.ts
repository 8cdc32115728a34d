import type { Editing } from './editor-session.ts';

/** A guest's data for a newsletter that is being edited: made when first needed, and dropped with the session. */
export function perSession<Kept>(make: (session: Editing) => Kept): (session: Editing) => Kept {
  const all = new WeakMap<Editing, { readonly kept: Kept }>();
  return (session) => {
    const found = all.get(session) ?? { kept: make(session) };
    all.set(session, found);
    return found.kept;
  };
}
