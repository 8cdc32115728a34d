import type { EditorSession } from './editor-session.ts';

/** A guest's data for a newsletter that is being edited: made when first needed, and dropped with the session. */
export function perSession<Kept, Session extends object = EditorSession>(
  make: (session: Session) => Kept,
): (session: Session) => Kept {
  const all = new WeakMap<Session, { readonly kept: Kept }>();
  return (session) => {
    const found = all.get(session) ?? { kept: make(session) };
    all.set(session, found);
    return found.kept;
  };
}
