import type { Response, Test } from 'supertest';
import { instanceXml } from '../factories/submission.factory';
import type { TestApp } from '../support/app';

/** What is asked one after the other; each answer may name things that later questions need. */
export interface Story {
  readonly app: TestApp;
  uid: string;
  submissionId: number;
  attachment: string;
  file: string;
  version: string;
  assignment: string;
  import: string;
  export: string;
  /** Path of its file. */
  exported: string;
  setting: string;
  invite: string;
  transfer: string;
  snapshot: string;
  hook: string;
  log: string;
  pairing: string;
  subscription: string;
  /** Path of its address, and what collectors are given. */
  collectorLink: { path: string; link: string };
  /** A public one of the owner's. */
  readonly collection: string;
  token: string;
  application: { path: string; client_id: string; client_secret: string };
  /** What the user who leaves must confirm. */
  readonly leaver: string;
}

export interface Chapter {
  /** As routes.txt writes it. */
  readonly route: string;
  readonly ask: (story: Story) => Test;
  /** Takes from the answer what later chapters need. */
  readonly remember?: (story: Story, answer: Response) => void;
  /** Answers that are different every time, told in a word. */
  readonly body?: (answer: Response) => unknown;
  /** Asks again until the answer is the one that lasts. */
  readonly until?: (answer: Response) => boolean;
}

export const INSTANCE = '6b7e0c1a-5c0f-4f0e-9d0b-0d7b4c1f2a3e';
export const owner = ({ app }: Story) => app.as('owner');
export const api = ({ uid }: Story, below = ''): string => `/api/v2/assets/${uid}/${below}`;
export const xml = ({ uid }: Story, uuid: string): string =>
  instanceXml(uid, {
    uuid,
    answers:
      '<person><name>Asha</name><age>34</age></person><consent>yes</consent><place>-1.25 36.75 1795 4</place><photo>asha.jpg</photo><child><first_name>Ben</first_name></child><child><first_name>Eve</first_name></child>',
  });
