import type { Response, Test } from 'supertest';
import { instanceXml } from '../factories/submission.factory';
import type { TestApp } from '../support/app';

/** State of the golden requests: values from earlier responses that later requests need. */
export interface Scenario {
  readonly app: TestApp;
  uid: string;
  submissionId: number;
  statusChange: string;
  attachment: string;
  feature: string;
  file: string;
  version: string;
  assignment: string;
  import: string;
  export: string;
  exported: string;
  setting: string;
  organization: string;
  view: string;
  entityList: string;
  invite: string;
  transfer: string;
  snapshot: string;
  hook: string;
  log: string;
  pairedData: string;
  subscription: string;
  /** API path and collector path. */
  collectorLink: { path: string; link: string };
  readonly collection: string;
  token: string;
  application: { path: string; client_id: string; client_secret: string };
  /** Confirmation for deleting the account `leaver`. */
  readonly leaver: string;
}

export interface Step {
  readonly route: string;
  readonly send: (scenario: Scenario) => Test;
  readonly capture?: (scenario: Scenario, response: Response) => void;
  /** Body with volatile parts replaced. */
  readonly body?: (response: Response) => unknown;
  /** Repeats the request until it holds. */
  readonly until?: (response: Response) => boolean;
}

export const INSTANCE = '6b7e0c1a-5c0f-4f0e-9d0b-0d7b4c1f2a3e';
export const owner = ({ app }: Scenario) => app.as('owner');
export const api = ({ uid }: Scenario, below = ''): string => `/api/v2/assets/${uid}/${below}`;
export const xml = ({ uid }: Scenario, uuid: string): string =>
  instanceXml(uid, {
    uuid,
    answers:
      '<person><name>Asha</name><age>34</age></person><consent>yes</consent><place>-1.25 36.75 1795 4</place><photo>asha.jpg</photo><child><first_name>Ben</first_name></child><child><first_name>Eve</first_name></child>',
  });
