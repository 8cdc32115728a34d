import type { routes } from '#contract/routes.ts';
import type { TestApp, TestCall } from '#test/app.ts';
import type { TestPerson } from '#test/factories.ts';

/** A valid call. Without `token`, the caller is somebody whom the route admits. */
export interface CallExample extends Pick<TestCall, 'params' | 'query' | 'body' | 'headers'> {
  readonly token?: string;
}

/** The caller of an example. `schoolId` is null without a school. */
export interface ExampleCaller extends TestPerson {
  readonly schoolId: string | null;
}

/** Makes a valid call. `actor` is a fresh person whom the route admits. */
export type Example = (test: TestApp, actor: ExampleCaller) => Promise<CallExample>;

export type RouteName = keyof typeof routes;

/** Examples for some of the routes, by name. */
export type Examples = Partial<Readonly<Record<RouteName, Example>>>;
