import { grant, grantPartially, makeDeployedAsset } from '../../factories/asset.factory';
import { submit } from '../../factories/submission.factory';
import { type Caller, startApp, type TestApp } from '../../support/app';

export const CONTENT = {
  survey: [
    { type: 'text', name: 'village', label: 'Village' },
    { type: 'text', name: 'q.dot', label: 'With a dot' },
    { type: 'text', name: 'q-dot', label: 'With a dash' },
    { type: 'integer', name: 'people', label: 'People' },
    { type: 'decimal', name: 'depth', label: 'Depth' },
    { type: 'date', name: 'dug', label: 'Dug' },
    { type: 'dateTime', name: 'seen', label: 'Seen' },
    { type: 'geopoint', name: 'place', label: 'Place' },
    { type: 'select_multiple uses', name: 'uses', label: 'Uses' },
    { type: 'begin_repeat', name: 'visit', label: 'Visit' },
    { type: 'integer', name: 'minutes', label: 'Minutes' },
    { type: 'begin_repeat', name: 'pump', label: 'Pump' },
    { type: 'text', name: 'maker', label: 'Maker' },
    { type: 'end_repeat' },
    { type: 'end_repeat' },
  ],
  choices: [
    { list_name: 'uses', name: 'drink', label: 'Drinking' },
    { list_name: 'uses', name: 'wash', label: 'Washing' },
  ],
};

export const KARATU = [
  '<village>Karatu</village><q.dot>dot</q.dot><q-dot>dash</q-dot><people>9007199254740993</people><depth>1.50</depth>',
  '<dug>2024-02-29</dug><seen>2026-05-01T12:00:00.123456+03:00</seen><place>-3.35 35.85 0 0</place>',
  '<uses>drink wash</uses>',
  '<visit><minutes>5</minutes><pump><maker>Afridev</maker></pump><pump><maker>Nira</maker></pump></visit>',
  '<visit><minutes>many</minutes><pump><maker>Volanta</maker></pump></visit>',
].join('');

export type Row = Readonly<Record<string, unknown>>;

export interface Page {
  readonly '@odata.context': string;
  readonly '@odata.count'?: number;
  readonly '@odata.nextLink'?: string;
  readonly value: readonly Row[];
}

export class ODataFixture {
  karatu = 0;
  mbulu = 0;

  private constructor(
    readonly app: TestApp,
    readonly uid: string,
  ) {}

  static async start(): Promise<ODataFixture> {
    const app = await startApp({ environment: { ROLE: 'api' } });
    for (const name of ['owner', 'granted', 'partial', 'stranger']) await app.addUser(name);
    const { uid } = await makeDeployedAsset(app, { name: 'Wells', content: CONTENT });
    await grant(app, uid, 'granted', ['view_submissions']);
    await grantPartially(app, uid, 'partial', { view_submissions: [{ village: 'Mbulu' }] });
    await submit(app, uid, { answers: KARATU });
    await submit(app, uid, { answers: '<village>Mbulu</village><visit><minutes>7</minutes></visit>' });
    const odata = new ODataFixture(app, uid);
    [odata.karatu, odata.mbulu] = (await odata.column('Submissions', '_id')) as [number, number];
    return odata;
  }

  path(below: string, options: Readonly<Record<string, string>> = {}, of = this.uid): string {
    const query = new URLSearchParams(options).toString();
    return `/api/v2/assets/${of}/odata/${below}${query === '' ? '' : `?${query}`}`;
  }

  request(below: string, options = {}, caller: Caller = this.app.as('owner')) {
    return caller.get(this.path(below, options));
  }

  async page(below: string, options = {}, username = 'owner'): Promise<Page> {
    return (await this.request(below, options, this.app.as(username)).expect(200)).body as Page;
  }

  async rows(below: string, options = {}, username = 'owner'): Promise<readonly Row[]> {
    return (await this.page(below, options, username)).value;
  }

  async column(below: string, name: string, options = {}, username = 'owner'): Promise<unknown[]> {
    return (await this.rows(below, options, username)).map((row) => row[name]);
  }

  async refusal(status: number, below: string, options = {}, username = 'owner') {
    const response = await this.request(below, options, this.app.as(username)).expect(status);
    expect(response.headers['odata-version']).toBe(status === 401 ? undefined : '4.0');
    return (response.body as { error: { code: string; message: string } }).error;
  }
}
