import type { ServiceClient } from '../../src/cli/demo/service-client';
import { assetIdOf, withClient } from './dataset';
import { COLUMNS, copySeconds, makeWideForm } from './exports';
import type { ServiceProcess } from './processes';
import { median, type Report } from './report';

const LOOK_MS = 20;
const ROUNDS = 3;
/** What a report may take, and what COPY of its rows took on the machine of which that was asked. */
const [MOST_S, COPY_S] = [3, 0.62];

/** Reports of many submissions of 60 questions, as JSON and as a page: how long they take, what of work, and what of memory. */
export async function measureReports(
  report: Report,
  service: ServiceProcess,
  client: ServiceClient,
  { databaseUrl, authorization }: { readonly databaseUrl: string; readonly authorization: string },
  rows: number,
): Promise<void> {
  const uid = await makeWideForm(client);
  const assetId = await assetIdOf(databaseUrl, uid);
  await answerWideForm(databaseUrl, assetId, rows);
  const before = service.rssMb;
  let highest = before;
  const look = setInterval(() => (highest = Math.max(highest, service.rssMb)), LOOK_MS);
  try {
    for (const format of ['json', 'html']) {
      const times: number[] = [];
      const work: number[] = [];
      const copies: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        copies.push(await copySeconds(databaseUrl, assetId));
        const [start, busy] = [performance.now(), service.cpuMs];
        await read(`${service.url}/api/v2/assets/${uid}/reports/?format=${format}`, authorization);
        times.push((performance.now() - start) / 1000);
        work.push((service.cpuMs - busy) / 1000);
      }
      const name = `report of ${rows} × ${COLUMNS} as ${format}`;
      report.figure(name, median(times), 's', { most: MOST_S, isGoal: true });
      report.ratio(`${name} to COPY of the same rows, time`, median(times) / median(copies), {
        most: MOST_S / COPY_S,
      });
      report.figure(`the same, processor time with the database's`, median(work), 's');
    }
  } finally {
    clearInterval(look);
  }
  report.figure('reports, memory beyond what was before', highest - before, 'MB', { most: 64 });
}

async function read(url: string, authorization: string): Promise<void> {
  const answer = await fetch(url, { headers: { authorization } });
  if (answer.status !== 200) throw new Error(`${url} was answered with ${answer.status}.`);
  await answer.arrayBuffer();
}

/** Answers as people give them: choices with few values, numbers with some, texts that all differ. */
export async function answerWideForm(url: string, assetId: number, rows: number): Promise<void> {
  await withClient(url, async (client) => {
    await client.query(
      `INSERT INTO submission (asset_id, id, root_uuid, uuid, xml_hash, date_submitted, date_modified, answers, json, xml)
       SELECT $1, nextval('submission_id_seq'), uuid, uuid, sha256(uuid::bytea),
              now() - n * interval '5 minutes', now(), answers, answers::text, ''
         FROM (SELECT n, gen_random_uuid()::text AS uuid FROM generate_series(1, $2::int) AS n) AS numbered,
              LATERAL (
                SELECT jsonb_object_agg('question_' || q, CASE q % 6
                         WHEN 0 THEN 'Village ' || n || ' by the road'
                         WHEN 2 THEN ((n * 31 + q) % 90)::text
                         WHEN 4 THEN (date '2024-01-01' + (n * 7 + q) % 700)::text
                         WHEN 5 THEN (((n * 131 + q) % 4000) / 10.0)::text
                         ELSE CASE WHEN (n + q) % 3 = 0 THEN 'yes' ELSE 'no' END END) AS answers
                  FROM generate_series(0, ${COLUMNS - 1}) AS q) AS answered`,
      [assetId, rows],
    );
    await client.query('VACUUM ANALYZE submission');
  });
}
