import { randomUUID } from 'node:crypto';
import type { Test } from 'supertest';
import { type AssetJson, grant, grantPartially, makeDeployedAsset } from '../../factories/asset.factory';
import { submit } from '../../factories/submission.factory';
import type { TestApp } from '../../support/app';

export const MOOD = { type: 'qualSelectOne', uuid: randomUUID(), labels: { _default: 'Mood' } };
export const [CALM, ANGRY] = ['Calm', 'Angry'].map((label) => ({
  uuid: randomUUID(),
  labels: { _default: label },
})) as [Choice, Choice];
export const TOPICS = { type: 'qualTags', uuid: randomUUID(), labels: { _default: 'Topics' } };
export const NOTE = { type: 'qualNote', uuid: randomUUID(), labels: { _default: 'Listen twice' } };
export const COUNT = { type: 'qualInteger', uuid: randomUUID(), labels: { _default: 'Speakers' } };
export const QUESTIONS = [{ ...MOOD, choices: [CALM, ANGRY] }, TOPICS, NOTE, COUNT];

interface Choice {
  readonly uuid: string;
  readonly labels: object;
}

const FEATURES = [
  {
    action: 'manual_transcription',
    question_xpath: 'voice',
    params: [{ language: 'en' }, { language: 'sw' }],
  },
  { action: 'manual_translation', question_xpath: 'voice', params: [{ language: 'fr' }] },
  { action: 'manual_translation', question_xpath: 'name', params: [{ language: 'fr' }] },
  { action: 'manual_qual', question_xpath: 'voice', params: QUESTIONS },
];

export const transcript = (value: string | null, language = 'en') => ({
  voice: { manual_transcription: { language, value } },
});
export const answer = (question: { uuid: string }, value: unknown) => ({
  voice: { manual_qual: { uuid: question.uuid, value } },
});

type Details = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** A form with recordings, shared with an editor, a viewer, and a user who may edit Asha's submissions. */
export class RecordedInterviews {
  private constructor(
    private readonly app: TestApp,
    readonly survey: AssetJson,
  ) {}

  static async make(app: TestApp): Promise<RecordedInterviews> {
    for (const username of ['owner', 'editor', 'some', 'viewer', 'stranger']) await app.addUser(username);
    const survey = await makeDeployedAsset(app, {
      content: {
        survey: [
          { type: 'text', name: 'name', label: 'Name' },
          { type: 'audio', name: 'voice', label: 'Voice' },
        ],
      },
    });
    await grant(app, survey.uid, 'editor', ['change_submissions']);
    await grant(app, survey.uid, 'viewer', ['view_submissions']);
    await grantPartially(app, survey.uid, 'some', {
      view_submissions: [{ name: 'Asha' }],
      change_submissions: [{ name: 'Asha' }],
    });
    const interviews = new RecordedInterviews(app, survey);
    for (const feature of FEATURES) await interviews.enable('editor', feature).expect(201);
    return interviews;
  }

  url(path: string): string {
    return `/api/v2/assets/${this.survey.uid}/${path}`;
  }

  enable(by: string, body: object): Test {
    return this.app.as(by).post(this.url('advanced-features/')).send(body);
  }

  patch(by: string, id: string, changes: object): Test {
    const body = { _version: '20250820', ...changes };
    return this.app
      .as(by)
      .patch(this.url(`data/${id}/supplement/`))
      .send(body);
  }

  async details(id: string): Promise<Details> {
    const { body } = await this.app
      .as('owner')
      .get(this.url(`data/${id}/`))
      .expect(200);
    return (body as { _supplementalDetails: Details })._supplementalDetails;
  }

  /** @returns the root uuid of a new interview */
  record(name = 'Asha'): Promise<string> {
    return submit(this.app, this.survey.uid, { answers: `<name>${name}</name><voice>v.mp3</voice>` });
  }
}
