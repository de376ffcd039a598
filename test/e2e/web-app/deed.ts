import type { TestApp } from '../../support/app';
import { eventually } from '../../support/eventually';
import { WELLS } from '../../factories/import.factory';
import type { WebSession } from '../../support/web-session';

/** State of one deed: a deployed project of `owner` with two submissions, and what else it needs. */
export interface Project {
  readonly app: TestApp;
  readonly uid: string;
  readonly ids: readonly number[];
  /** Never deployed. */
  readonly draft: string;
  /** Public collection of `editor`. */
  readonly foreignCollection: string;
  readonly organization: string;
  readonly editor: WebSession;
}

export interface Deed {
  /** Statuses of the first request for another user without permissions; absent: everybody may do so. */
  readonly refusedWith?: readonly number[];
  readonly run: (session: WebSession, project: Project) => Promise<void>;
}

export const ASSETS = '/api/v2/assets/';
export const APPROVED = 'validation_status_approved';
export const HIDDEN = [404];

export const at = ({ uid }: Project, below = ''): string => `${ASSETS}${uid}/${below}`;
export const asset = ({ app }: Project, uid: string): string => `${app.origin}${ASSETS}${uid}/`;
export const user = ({ app }: Project, name: string): string => `${app.origin}/api/v2/users/${name}/`;
export const permission = ({ app }: Project, codename: string): string =>
  `${app.origin}/api/v2/permissions/${codename}/`;
export const pathOf = (url: unknown): string => new URL(String(url)).pathname;
export const post = async (session: WebSession, target: string, json: unknown) =>
  (await session.expectOk('POST', target, { json })).body;
export const patch = async (session: WebSession, target: string, json: unknown) =>
  (await session.expectOk('PATCH', target, { json })).body;
export const get = async (session: WebSession, target: string) =>
  (await session.expectOk('GET', target)).body;
export const remove = async (session: WebSession, target: string, json?: unknown): Promise<void> =>
  void (await session.expectOk('DELETE', target, json === undefined ? {} : { json }));

export async function finished(session: WebSession, uid: string): Promise<string> {
  const task = await eventually(
    () => get(session, `/api/v2/imports/${uid}/`),
    ({ status }: { status: string }) => ['complete', 'error'].includes(status),
  );
  return task.status;
}

export const workbook = (): string => `base64:${Buffer.from(WELLS).toString('base64')}`;
