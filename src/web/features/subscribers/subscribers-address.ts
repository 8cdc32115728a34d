import { SCREENS, SUBSCRIBERS_ADDRESS, screenPath } from '#contract/paths.ts';
import { subscribersStateOf, withState } from './subscribers-state.ts';

/** The breadcrumbs of the screens about subscribers; `list` is the address of the list as it was shown. */
export function subscriberBreadcrumbs(list = SUBSCRIBERS_ADDRESS) {
  return [
    { label: 'Settings', to: SCREENS.settings },
    { label: 'Manage Users', to: list },
  ] as const;
}

/** The address of a subscriber's form. It contains the list's state, so that the form can return to the same list. */
export function editAddress(id: string, list: URLSearchParams): string {
  const shown = String(withState(new URLSearchParams(), subscribersStateOf(list)));
  return screenPath('editSubscriber', { id }) + (shown && `?${shown}`);
}

/** The same, at the section with the mails. */
export function sentAddress(id: string, list: URLSearchParams): string {
  return `${editAddress(id, list)}${SENT_HASH}`;
}
export const SENT_HASH = '#sent';

/** The address of the list from a form's address; see `editAddress`. */
export function listAddress(form: URLSearchParams): string {
  const list = new URLSearchParams({ show: 'subscribers' });
  return `${SCREENS.manageUsers}?${withState(list, subscribersStateOf(form))}`;
}
