import { SCREENS, screenPath } from '#contract/paths.ts';
import { subscribersStateOf, withState } from './subscribers-state.ts';

/** Where the list of subscribers is shown: a half of Manage users. */
export const SUBSCRIBERS_ADDRESS = `${SCREENS.manageUsers}?show=subscribers`;

/** The way to the screens about subscribers, for their breadcrumbs; `list` is where somebody has come from. */
export function above(list = SUBSCRIBERS_ADDRESS) {
  return [
    { label: 'Settings', to: SCREENS.settings },
    { label: 'Manage Users', to: list },
  ] as const;
}

/** The address of a subscriber's form. It keeps what the list shows, so that one comes back to that. */
export function editAddress(id: string, list: URLSearchParams): string {
  const shown = String(withState(new URLSearchParams(), subscribersStateOf(list)));
  return screenPath('editSubscriber', { id }) + (shown && `?${shown}`);
}

/** The list as it was shown; see `editAddress`. */
export function listAddress(form: URLSearchParams): string {
  const list = new URLSearchParams({ show: 'subscribers' });
  return `${SCREENS.manageUsers}?${withState(list, subscribersStateOf(form))}`;
}
