import { grant, makeDeployedAsset } from '../../factories/asset.factory';
import { submit } from '../../factories/submission.factory';
import type { TestApp } from '../../support/app';

export const HOSTILE = '<img src=x onerror=alert(1)>"&';

const SURVEY = {
  survey: [
    { type: 'text', name: 'name', label: HOSTILE },
    { type: 'integer', name: 'age', label: 'Age' },
    { type: 'decimal', name: 'rain', label: 'Rain' },
    { type: 'date', name: 'day', label: 'Day' },
    { type: 'select_one water', name: 'source', label: 'Source' },
    { type: 'select_multiple water', name: 'all', label: 'All sources' },
    { type: 'geopoint', name: 'place', label: 'Place' },
    { type: 'calculate', name: 'twice', calculation: '${age} * 2' },
  ],
  choices: [
    { list_name: 'water', name: 'tap', label: 'Tap' },
    { list_name: 'water', name: 'well', label: HOSTILE },
  ],
};

/** Project of `owner`, which `granted` changes too, with three submissions; the newest is of `granted`. */
export class WellsTable {
  private constructor(
    private readonly app: TestApp,
    readonly uid: string,
    /** Of the submissions, newest first, as the table has them. */
    readonly ids: readonly number[],
  ) {}

  static async make(app: TestApp): Promise<WellsTable> {
    const { uid } = await makeDeployedAsset(app, { name: 'Wells', content: SURVEY });
    await grant(app, uid, 'granted', ['view_submissions', 'add_submissions', 'change_submissions']);
    for (const by of ['owner', 'owner', 'granted'])
      await submit(app, uid, {
        by,
        answers: '<name>Asha</name><age>9</age><source>tap</source><all>tap</all>',
      });
    const { body } = await app.as('owner').get(`/api/v2/assets/${uid}/data/`).expect(200);
    const ids = (body as { results: { _id: number }[] }).results.map(({ _id }) => _id);
    return new WellsTable(
      app,
      uid,
      ids.sort((one, other) => other - one),
    );
  }

  path(below = ''): string {
    return `/projects/${this.uid}/data/${below}`;
  }

  answerPath(id: number, question: string): string {
    return this.path(`${id}/answer/?question=${question}`);
  }

  async answersOf(id: number): Promise<Record<string, unknown>> {
    const { body } = await this.app.as('owner').get(`/api/v2/assets/${this.uid}/data/${id}/`).expect(200);
    return body as Record<string, unknown>;
  }
}
