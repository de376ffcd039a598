import type { ServiceClient } from '../../src/cli/demo/service-client';
import { assetIdOf, withClient } from './dataset';
import { COLUMNS, copySeconds, makeWideForm } from './exports';
import type { ServiceProcess } from './processes';
import { median, type Report } from './report';

const ROUNDS = 3;
/** Maximum seconds of a report, and the seconds of COPY on the reference machine. */
const [MAX_S, COPY_S] = [3, 0.62];

/** Measures reports of 60 questions as JSON and as a page: time, CPU and memory. */
export async function measureReports(
  report: Report,
  service: ServiceProcess,
  client: ServiceClient,
  { databaseUrl, authorization }: { readonly databaseUrl: string; readonly authorization: string },
  rows: number,
): Promise<void> {
  const uid = await makeWideForm(client);
  const assetId = await assetIdOf(databaseUrl, uid);
  await fillWideForm(databaseUrl, assetId, rows);
  const rise = await service.rssRiseMb(async () => {
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
      report.figure(name, median(times), 's', { most: MAX_S, isGoal: true });
      report.ratio(`${name} to COPY of the same rows, time`, median(times) / median(copies), {
        most: MAX_S / COPY_S,
      });
      report.figure(`the same, processor time with the database's`, median(work), 's');
    }
  });
  report.figure('reports, memory beyond what was before', rise, 'MB', { most: 64 });
}

async function read(url: string, authorization: string): Promise<void> {
  const response = await fetch(url, { headers: { authorization } });
  if (response.status !== 200) throw new Error(`${url} returned ${response.status}.`);
  await response.arrayBuffer();
}

/** Realistic answers: few distinct choices, some numbers, all texts distinct. */
async function fillWideForm(url: string, assetId: number, rows: number): Promise<void> {
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
