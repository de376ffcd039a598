import type { TestApp } from '../../support/app';

export const path = (uid: string): string => `/api/v2/assets/${uid}/permission-assignments/`;

export function assign(app: TestApp, uid: string, username: string, codename: string, by = 'owner') {
  return app
    .as(by)
    .post(path(uid))
    .send({
      user: `${app.origin}/api/v2/users/${username}/`,
      permission: `${app.origin}/api/v2/permissions/${codename}/`,
    });
}

export interface Assignment {
  url: string;
  user: string;
  permission: string;
  label: string;
}

export async function list(app: TestApp, uid: string, caller = 'owner'): Promise<Assignment[]> {
  return (await app.as(caller).get(path(uid)).expect(200)).body as Assignment[];
}

export async function held(app: TestApp, uid: string, username: string): Promise<string[]> {
  return (await list(app, uid))
    .filter(({ user }) => user === `${app.origin}/api/v2/users/${username}/`)
    .map(({ permission }) => permission.split('/').at(-2)!);
}
