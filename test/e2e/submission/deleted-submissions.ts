import { randomUUID } from 'node:crypto';
import type { Test } from 'supertest';
import { grant, grantPartially } from '../../factories/asset.factory';
import { instanceXml, submission, submit } from '../../factories/submission.factory';
import type { TestApp } from '../../support/app';
import { answer, CALM, MOOD, RecordedInterviews, transcript } from './recorded-interviews';

const APPROVED = { 'validation_status.uid': 'validation_status_approved' };
/** Answer that no other submission has. */
export const MARKER = 'Zuberi';

export interface Deleted {
  readonly _id: number;
  readonly deleted_by: string | null;
  readonly date_deleted: string;
  readonly date_purged: string;
  readonly submission: { readonly _id: number; readonly _uuid: string };
}

export interface Rich {
  readonly id: number;
  readonly rootUuid: string;
}

/** Deletes and restores submissions of a form that is shared with a deleter, and with a user who may delete Asha's. */
export class DeletedSubmissions {
  private constructor(
    private readonly app: TestApp,
    private readonly interviews: RecordedInterviews,
  ) {}

  static async make(app: TestApp): Promise<DeletedSubmissions> {
    const interviews = await RecordedInterviews.make(app);
    const { uid } = interviews.survey;
    for (const username of ['deleter', 'partial']) await app.addUser(username);
    await grant(app, uid, 'deleter', ['delete_submissions']);
    await grantPartially(app, uid, 'partial', {
      view_submissions: [{ name: 'Asha' }],
      delete_submissions: [{ name: 'Asha' }],
    });
    return new DeletedSubmissions(app, interviews);
  }

  get uid(): string {
    return this.interviews.survey.uid;
  }

  url(path: string): string {
    return this.interviews.url(path);
  }

  get(path: string, by = 'owner'): Test {
    return this.app.as(by).get(this.url(path)).expect(200);
  }

  async listed(by = 'owner', query = ''): Promise<Deleted[]> {
    return ((await this.get(`data/deleted/${query}`, by)).body as { results: Deleted[] }).results;
  }

  remove(ids: readonly number[], by = 'owner'): Test {
    const payload = { submission_ids: ids };
    return this.app.as(by).delete(this.url('data/bulk/')).send({ payload }).expect(200);
  }

  restore(payload: object, by = 'owner'): Test {
    return this.app.as(by).post(this.url('data/deleted/restore/')).send({ payload });
  }

  purge(payload: object, by = 'owner'): Test {
    return this.app.as(by).delete(this.url('data/deleted/')).send({ payload });
  }

  async clear(): Promise<void> {
    const payload = { confirm: true };
    await this.app.as('owner').delete(this.url('data/bulk/')).send({ payload }).expect(200);
    await this.purge(payload).expect(200);
  }

  /** A submission with a file, an earlier state with another file, a status and supplements. */
  async makeRich(name = MARKER): Promise<Rich> {
    const { app, uid } = this;
    const file = (own: string) => ({ name: own, content: `${own} ${randomUUID()}`, type: 'audio/mpeg' });
    const answers = (told: string, voice: string) => `<name>${told}</name><voice>${voice}</voice>`;
    const sent = { answers: answers('before', 'a.mp3'), files: [file('a.mp3')] };
    const rootUuid = await submit(app, uid, sent);
    const edited = instanceXml(uid, { answers: answers(name, 'b.mp3'), deprecates: rootUuid });
    await submission(app.as('owner'), edited, [file('b.mp3')]).expect(201);
    await this.interviews.patch('owner', rootUuid, transcript('Habari')).expect(200);
    await this.interviews.patch('owner', rootUuid, answer(MOOD, CALM.uuid)).expect(200);
    const { _id: id } = (await this.get(`data/${rootUuid}/`)).body as { _id: number };
    await app
      .as('owner')
      .patch(this.url(`data/${id}/validation_status/`))
      .send(APPROVED)
      .expect(200);
    return { id, rootUuid };
  }
}
