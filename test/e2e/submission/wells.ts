import { randomUUID } from 'node:crypto';
import { type AssetJson, makeDeployedAsset } from '../../factories/asset.factory';
import { submit } from '../../factories/submission.factory';
import type { TestApp } from '../../support/app';

const CONTENT = {
  survey: [
    { type: 'text', name: 'village', label: 'Village' },
    { type: 'begin_group', name: 'pump', label: 'Pump' },
    { type: 'select_one state', name: 'state', label: 'State' },
    { type: 'select_multiple part', name: 'parts', label: 'Parts' },
    { type: 'end_group' },
    { type: 'integer', name: 'depth', label: 'Depth' },
    { type: 'decimal', name: 'flow', label: 'Flow' },
    { type: 'date', name: 'checked', label: 'Checked' },
    { type: 'begin_repeat', name: 'user', label: 'User' },
    { type: 'text', name: 'who', label: 'Who' },
    { type: 'begin_repeat', name: 'visit', label: 'Visit' },
    { type: 'date', name: 'day', label: 'Day' },
    { type: 'end_repeat' },
    { type: 'end_repeat' },
  ],
  choices: ['works', 'broken']
    .map((name) => ({ list_name: 'state', name, label: name }))
    .concat(['handle', 'pipe', 'seal'].map((name) => ({ list_name: 'part', name, label: name }))),
  settings: {},
};

const WELLS = {
  'Mto wa Mbu':
    '<village>Mto wa Mbu</village><pump><state>works</state><parts>handle pipe</parts></pump><depth>34</depth><flow>3.5</flow><checked>2026-02-27</checked><user><who>Asha</who><visit><day>2026-01-01</day></visit><visit><day>2026-01-02</day></visit></user><user><who>Ben</who></user>',
  Karatu:
    '<village>Karatu</village><pump><state>broken</state><parts>seal</parts></pump><depth>9</depth><flow>0.25</flow><checked>2026-03-02</checked>',
  Ünïcode:
    '<village>Ünïcode &amp; &lt;co&gt; 🌍</village><pump><state>works</state><parts/></pump><depth>120</depth>',
  Mbulu: '<village>Mbulu</village><pump/><depth>-5</depth>',
};
export type Village = keyof typeof WELLS;
export const ALL = Object.keys(WELLS) as Village[];
export const [MTO, KARATU, UNICODE, MBULU] = ALL as [Village, Village, Village, Village];

export interface Wells {
  readonly wells: AssetJson;
  readonly ids: Readonly<Record<Village, number>>;
  readonly uuids: Readonly<Record<Village, string>>;
}

/** Creates the form; all submissions but the last name its version. */
export async function makeWells(app: TestApp): Promise<Wells> {
  const wells = await makeDeployedAsset(app, { name: 'Wells', content: CONTENT });
  const uuids = Object.fromEntries(ALL.map((village) => [village, randomUUID()])) as Record<Village, string>;
  for (const village of ALL) {
    const version = village === MBULU ? {} : { version: wells['version_id'] as string };
    await submit(app, wells.uid, { answers: WELLS[village], uuid: uuids[village], ...version });
  }
  const { body } = await app.as('owner').get(`/api/v2/assets/${wells.uid}/data/`).expect(200);
  const ids = Object.fromEntries(
    ALL.map((village, index) => [village, body.results[index]._id as number]),
  ) as Record<Village, number>;
  return { wells, ids, uuids };
}
