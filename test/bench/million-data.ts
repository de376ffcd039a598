import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { from as copyFrom } from 'pg-copy-streams';
import type { ServiceClient } from '../../src/cli/demo/service-client';
import { standardiseContent } from '../../src/domain/content/standard/standardise-content';
import { withClient } from './dataset';
import { recount } from './growth-data';

const YES_NO = 48;
const REPORTED_YES_NO = 18;
const CHOICES = {
  gender: ['female', 'male', 'other'],
  water: ['tap', 'well', 'river', 'rain', 'truck'],
  crops: ['maize', 'beans', 'rice', 'millet', 'coffee', 'bananas'],
  yes_no: ['yes', 'no'],
};
const ROWS_PER_CHUNK = 500;
const COLUMNS =
  'asset_id, id, root_uuid, uuid, xml_hash, date_submitted, date_modified, answers, json, xml, version_uid';

/** Creates and deploys a form of sixty questions, open for anonymous submissions. @returns its uid */
export async function makeSurvey(client: ServiceClient, name: string): Promise<string> {
  const survey = [
    ...['household', 'village', 'remarks'].map((text) => ({ type: 'text', name: text })),
    { type: 'integer', name: 'age' },
    { type: 'decimal', name: 'income' },
    { type: 'date', name: 'visited' },
    { type: 'geopoint', name: 'place' },
    ...['gender', 'water'].map((list) => ({ type: `select_one ${list}`, name: list })),
    { type: 'select_multiple crops', name: 'crops' },
    ...Array.from({ length: YES_NO }, (_, n) => ({ type: 'select_one yes_no', name: `has_${n}` })),
    ...['goats', 'cows'].map((text) => ({ type: 'integer', name: text })),
  ].map((question) => ({ ...question, label: [`About ${question.name}`] }));
  const choices = Object.entries(CHOICES).flatMap(([list_name, names]) =>
    names.map((choice) => ({ list_name, name: choice, label: [choice] })),
  );
  const content = standardiseContent({ survey, choices }, { assetType: 'survey', random: Math.random });
  const { uid } = await client.json<{ uid: string }>('POST', '/api/v2/assets/', {
    asset_type: 'survey',
    name,
    content,
  });
  await client.json('POST', `/api/v2/assets/${uid}/deployment/`, { active: true });
  return uid;
}

/** Questions of a report. */
export const REPORTED = [
  ...['gender', 'water', 'crops', 'age', 'goats', 'cows', 'visited'],
  ...Array.from({ length: REPORTED_YES_NO }, (_, n) => `has_${n}`),
];

/** Fills a deployed form by COPY, one submission per minute until now. */
export async function fillSurvey(url: string, uid: string, rows: number): Promise<void> {
  await withClient(url, async (client) => {
    const { rows: found } = await client.query<{ id: number; version: string; first: string }>(
      `SELECT id, (SELECT uid FROM asset_version WHERE asset_id = asset.id ORDER BY id DESC LIMIT 1) AS version,
              setval('submission_id_seq', nextval('submission_id_seq') + $2)::bigint - $2 AS first
         FROM asset WHERE uid = $1`,
      [uid, rows],
    );
    const [form] = found;
    const lines = linesOf({ ...form!, firstId: Number(form!.first), uid, rows });
    await pipeline(Readable.from(lines), client.query(copyFrom(`COPY submission (${COLUMNS}) FROM STDIN`)));
    await recount(client, 'asset_id = $1', [form!.id]);
  });
}

interface Filled {
  readonly id: number;
  readonly uid: string;
  readonly version: string;
  readonly firstId: number;
  readonly rows: number;
}

function* linesOf({ id, uid, version, firstId, rows }: Filled): Generator<string> {
  const now = Date.now();
  let chunk: string[] = [];
  for (let n = 0; n < rows; n += 1) {
    const uuid = randomUUID();
    const time = new Date(now - (rows - n) * 60_000).toISOString();
    const answers = answersOf(n);
    const json = {
      _id: firstId + n,
      'formhub/uuid': uid,
      ...answers,
      'meta/instanceID': `uuid:${uuid}`,
      _xform_id_string: uid,
      _uuid: uuid,
      'meta/rootUuid': `uuid:${uuid}`,
      _attachments: [],
      _status: 'submitted_via_web',
      _geolocation: String(answers['place']).split(' ').slice(0, 2).map(Number),
      _submission_time: time.slice(0, 19),
      _tags: [],
      _notes: [],
      _validation_status: {},
      _submitted_by: null,
    };
    const xml = `<data id="${uid}"/>`;
    chunk.push(
      `${id}\t${firstId + n}\t${uuid}\t${uuid}\t\\\\x${uuid.replaceAll('-', '')}\t${time}\t${time}\t${JSON.stringify(answers)}\t${JSON.stringify(json)}\t${xml}\t${version}\n`,
    );
    if (chunk.length < ROWS_PER_CHUNK) continue;
    yield chunk.join('');
    chunk = [];
  }
  yield chunk.join('');
}

/** Answers of a submission, spread like those of a survey: few choices, numbers, texts that differ, places in clusters. */
function answersOf(n: number): Record<string, string> {
  // Multiplies by primes, so that answers do not have the order of ids.
  const spread = (prime: number, values: number): number => (n * prime + Math.floor(n / 97)) % values;
  const chosen = <Value>(values: readonly Value[], prime: number): Value =>
    values[spread(prime, values.length)]!;
  const town = spread(7919, 400);
  return {
    household: `Household ${(n * 7_368_787) % 100_000_007}`,
    village: `Village ${spread(104_729, 1000)}`,
    ...(spread(13, 10) < 3 && { remarks: `Visited twice, ${spread(31, 5000)} steps from the road` }),
    age: String(spread(611_953, 100)),
    income: (spread(15_485_863, 400_000) / 100).toFixed(2),
    visited: new Date(1.7e12 + spread(32_452_843, 700) * 86_400_000).toISOString().slice(0, 10),
    place: `${(-35 + (town % 20) * 3.5 + spread(49_979_687, 9973) / 5e3).toFixed(6)} ${(-17 + Math.floor(town / 20) * 3.3 + spread(67_867_967, 9949) / 5e3).toFixed(6)} 0 5`,
    gender: chosen(CHOICES.gender, 5),
    water: chosen(CHOICES.water, 11),
    crops: CHOICES.crops.filter((_, at) => spread(17 + at, 5) < 2).join(' ') || 'maize',
    ...Object.fromEntries(
      Array.from({ length: YES_NO }, (_, at) => [`has_${at}`, chosen(CHOICES.yes_no, 2 * at + 3)]),
    ),
    goats: String(spread(23, 40)),
    cows: String(spread(29, 15)),
  };
}
