import { MantineProvider } from '@mantine/core';
import { cleanup, render } from '@testing-library/react';
import { createMemoryRouter, type InitialEntry, RouterProvider } from 'react-router';
import { afterEach, vi } from 'vitest';
import { pathOf, type Route } from '#contract/route.ts';
import { toast } from '#ui/feedback/toast.ts';
import { Queries } from '#web/api/queries.tsx';
import { queryClient } from '#web/api/query-client.ts';
import { screens } from '#web/app/router.tsx';
import { theme } from '#web/app/theme.ts';
import { beginSession, endSession, type Session } from '#web/session/session.ts';

/** For tests: the whole app, with a fake server whose answers the test sets. */

interface Answer {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}
/** A request that the fake server has received. */
export interface Received {
  readonly call: string;
  readonly url: string;
  readonly headers: Headers;
  readonly body: unknown;
}

const answers = new Map<string, (received: Received) => Answer | Promise<Answer>>();
/** All received requests, oldest first. */
export const received: Received[] = [];

/** Sets the answer to a row of the contract; `params` if the row has some. A call without an answer fails the test. */
export function answer(
  row: Route,
  reply: Answer | ((received: Received) => Answer | Promise<Answer>),
  params?: Record<string, string>,
): void {
  answers.set(`${row.method} ${pathOf(row, params)}`, typeof reply === 'function' ? reply : () => reply);
}

vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
  const { pathname } = new URL(url, window.location.origin);
  const call = `${init.method} ${pathname}`;
  const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : init.body;
  const request = { call, url, headers: new Headers(init.headers), body };
  received.push(request);
  const respond = answers.get(call);
  if (respond === undefined) throw new Error(`The test sets no answer to ${call}`);
  const { status, body: reply, headers } = await respond(request);
  const text = typeof reply === 'string' ? reply : JSON.stringify(reply);
  return new Response(status === 204 ? null : text, { status, ...(headers && { headers }) });
});

afterEach(() => {
  // Unmount first: a mounted app would make new calls when its session ends.
  cleanup();
  endSession();
  toast.clear();
  queryClient.clear();
  localStorage.clear();
  sessionStorage.clear();
  answers.clear();
  received.length = 0;
});

/** Renders the app at an address; `cookieChoice` is stored unless it is null. Returns the router. */
export function openApp(address: InitialEntry, cookieChoice: string | null = 'false') {
  if (cookieChoice !== null) localStorage.setItem('cookieAgreement', cookieChoice);
  const router = createMemoryRouter(screens, { initialEntries: [address] });
  render(
    <MantineProvider theme={theme} env="test">
      <Queries>
        <RouterProvider router={router} />
      </Queries>
    </MantineProvider>,
  );
  return router;
}

/** A person in the form of the server's answers. */
export function personOf(attributes: Partial<Session['user']['attributes']> = {}): Session['user'] {
  return {
    id: '5f0e7a3e-1c1b-4a77-9c0e-0a4c8f6f2b11',
    type: 'user',
    attributes: {
      first_name: 'Priya',
      last_name: 'Nair',
      role: 'owner',
      email: 'p.nair@oakfield.example',
      pending_email: null,
      address: '',
      telephone: '',
      need_change_password: false,
      status: 'ACTIVE',
      ...attributes,
    },
  };
}

/** A password that the rules accept. */
export const PASSWORD = 'Turnip lantern 7';

/** A school in the form of the server's answers. */
export const SCHOOL = {
  id: '0b8f1d8e-6a55-4f0e-8f7a-1a2b3c4d5e6f',
  type: 'school',
  attributes: {
    name: 'Oakfield Primary School',
    logo: null,
    email: 'office@oakfield.example',
    email_confirmed: true,
    design: 'letter',
    logo_aspect: null,
    postal_address: '',
    phone: '01632960200',
    website: null,
    primary_color: '#1f5d45',
    secondary_color: null,
    language: 'en',
    time_zone: 'Europe/London',
    search_engines: false,
    closes_at: null,
    suspended_for: null,
    second_factor: 'nobody',
    second_factor_days: null,
    second_factor_from: null,
    subscription_status: 'trial',
    subscription_plan: 'trial',
    subscription_end_date: '2027-02-21T00:00:00.000Z',
    plan_ended: false,
    approval: false,
    approval_binds_owner: false,
    diary_url: null,
    newsletters_url: null,
  },
} as const;

let tokens = 0;

/** Begins a remembered session. Tokens are unique, so that a late answer to an earlier test is recognised. */
export function signIn(person = personOf()): string {
  tokens += 1;
  const accessToken = `token-${tokens}`;
  beginSession({ accessToken, user: person, value: 1 }, true);
  return accessToken;
}
