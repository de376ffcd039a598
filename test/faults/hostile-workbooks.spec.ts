import { HOSTILE_WORKBOOKS } from '../fixtures/xlsform-in/hostile-workbooks';
import type { Chunks } from '../fixtures/xlsform-in/zip-builder';
import { xlsxChunks } from '../fixtures/xlsform-in/xlsx-builder';
import { makeAsset } from '../factories/asset.factory';
import { type ImportJson, WELLS } from '../factories/import.factory';
import { startApp, type TestApp } from '../support/app';
import { eventually } from '../support/eventually';
import { postChunkedForm } from '../support/chunked-bodies';
import { measure } from '../measure/service-gauge';
import { referenceWorkMs } from '../measure/reference-work';
import { ServiceProcess } from '../support/service-process';

/** Limits of a rejection, relative to the reference workload; measured maxima are 8.7 and 0.96. */
const MAX_CPU = 12;
const MAX_LOOP = 1.4;
/** Cheaper work is compared with the previous reference measurement. */
const REMEASURE_MS = 400;
const MAX_RSS_BYTES = 128 * 1024 * 1024;

interface Cost {
  readonly cpu: number;
  readonly loop: number;
  readonly rssBytes: number;
}

describe('a hostile workbook', () => {
  /** Manages users and the database; the attacked service is another process. */
  let app: TestApp;
  let service: ServiceProcess;
  let authorization: string;
  let assetUid: string;
  let referenceMs: number;

  beforeAll(async () => {
    app = await startApp({ environment: { ROLE: 'api' } });
    await app.addUser('owner');
    authorization = `Token ${app.tokenOf('owner')}`;
    assetUid = (await makeAsset(app)).uid;
    service = await ServiceProcess.startFor(app);
    // Warm up.
    for (let time = 0; time < 3; time += 1) await importFile([WELLS]);
    await importFile(Array<Buffer>(20).fill(Buffer.alloc(1024 * 1024, 'type,name\n')));
    referenceMs = await referenceWorkMs();
  });
  afterAll(async () => {
    await service.kill();
    await app.stop();
  });

  const fetchJson = async (path: string, init: RequestInit = {}): Promise<Record<string, unknown>> => {
    const response = await fetch(service.origin + path, {
      ...init,
      headers: { Authorization: authorization },
    });
    return (await response.json()) as Record<string, unknown>;
  };

  async function importFile(file: Chunks): Promise<ImportJson> {
    const form = { fields: { library: 'false' }, name: 'file', filename: 'form.xlsx', chunks: file };
    const { text } = await postChunkedForm(`${service.origin}/api/v2/imports/`, authorization, form);
    const { uid } = JSON.parse(text) as ImportJson;
    const task = await eventually(
      () => fetchJson(`/api/v2/imports/${uid}/`),
      ({ status }) => status === 'complete' || status === 'error',
      { everyMs: 100 },
    );
    return task as unknown as ImportJson;
  }

  /** Measures work; CPU times are relative to the reference workload before and after. */
  async function measured(work: () => Promise<void>): Promise<Cost> {
    const { cpuMs, loopMs, rssBytes } = await measure(service, work);
    const before = referenceMs;
    if (cpuMs >= REMEASURE_MS) referenceMs = await referenceWorkMs();
    const mean = (before + referenceMs) / 2;
    return { cpu: cpuMs / mean, loop: loopMs / mean, rssBytes };
  }

  it.each(Object.keys(HOSTILE_WORKBOOKS))('is rejected at low cost: %s', async (name) => {
    let task: ImportJson | undefined;
    const reject = () =>
      measured(async () => {
        task = await importFile(HOSTILE_WORKBOOKS[name]!());
      });
    let cost = await reject();
    // A collection of garbage of the work before may fall into a measurement.
    for (let retry = 0; retry < 2 && cost.loop > MAX_LOOP; retry += 1) cost = await reject();
    expect(task).toMatchObject({ status: 'error', messages: { error: expect.any(String) as string } });
    expect(task!.messages.error).not.toMatch(/internal error|node_modules|\bat \w+ \(/);
    expect(cost.cpu).toBeLessThanOrEqual(MAX_CPU);
    expect(cost.loop).toBeLessThanOrEqual(MAX_LOOP);
    expect(cost.rssBytes).toBeLessThanOrEqual(MAX_RSS_BYTES);
  });

  it('cannot fake its dimensions', async () => {
    const rows =
      '<row r="1"><c r="A1" t="str"><v>type</v></c><c r="B1" t="str"><v>name</v></c><c r="C1" t="str"><v>label</v></c></row><row r="2"><c r="A2" t="str"><v>text</v></c><c r="B2" t="str"><v>a</v></c><c r="C2" t="str"><v>A</v></c></row>';
    const data = `<worksheet><dimension ref="A1:XFD1048576"/><sheetData>${rows}<row r="1048576"><c r="XFD1048576" t="str"><v>x</v></c></row></sheetData></worksheet>`;
    const file = xlsxChunks({
      sheets: { survey: [] },
      parts: [{ name: 'xl/worksheets/sheet0.xml', data }],
    });
    const cost = await measured(async () => {
      expect((await importFile(file)).messages).toMatchObject({ created: [{ summary: { row_count: 1 } }] });
    });
    expect(cost.cpu).toBeLessThanOrEqual(MAX_CPU);
  });

  it('is not calculated: formulas keep their saved value', async () => {
    const cell = (at: string, text: string, formula = ''): string =>
      `<c r="${at}" t="str">${formula}<v>${text}</v></c>`;
    const header = `<row>${cell('A1', 'type')}${cell('B1', 'name')}${cell('C1', 'label')}</row>`;
    const row = `<row>${cell('A2', 'text')}${cell('B2', 'a')}${cell('C2', 'saved', '<f>WEBSERVICE("http://127.0.0.1:1/")&amp;cmd|\' /C calc\'!A0</f>')}</row>`;
    const { messages } = await importFile(xlsxChunks({ sheets: { survey: header + row } }));
    expect(messages).toMatchObject({ created: [{ summary: { labels: ['saved'] } }] });
  });

  it('does not pollute prototypes by headers and names', async () => {
    const before = await fetchJson(`/api/v2/assets/${assetUid}/`);
    const names = [
      '__proto__',
      'constructor',
      'prototype',
      'hasOwnProperty',
      'toString',
      '__proto__.polluted',
    ];
    const sheetOf = (lead: readonly string[]): string[][] => [
      [
        ...lead,
        ...names,
        ...names.map((name) => `label::${name}`),
        ...names.map((name) => `${name}::polluted`),
      ],
      ...names.map((name) => ['text', name, ...Array.from({ length: names.length * 3 }, () => 'polluted')]),
    ];
    for (const sheets of [
      { survey: sheetOf(['type', 'name']) },
      {
        survey: [
          ['type', 'name', 'label'],
          ['text', 'a', 'A'],
        ],
        settings: [names, names],
      },
      {
        survey: [
          ['type', 'name', 'label'],
          ['text', 'a', 'A'],
        ],
        choices: sheetOf(['list_name', 'name']),
      },
      Object.fromEntries([
        [
          'survey',
          [
            ['type', 'name', 'label'],
            ['text', 'a', 'A'],
          ],
        ],
        ...names.map((name) => [`${name} `, [names]]),
      ]),
    ]) {
      const { status } = await importFile(xlsxChunks({ sheets }));
      expect(['complete', 'error']).toContain(status);
    }
    expect(await fetchJson(`/api/v2/assets/${assetUid}/`)).toEqual(before);
    expect((await importFile([WELLS])).status).toBe('complete');
  });

  it('leaves a working service without leaked threads', async () => {
    const threads = async (): Promise<number> => {
      const text = await (await fetch(`${service.origin}/metrics`)).text();
      return Number(/^nodejs_active_resources\{type="MessagePort"\} (\d+)$/m.exec(text)?.[1] ?? 0);
    };
    expect((await importFile([WELLS])).status).toBe('complete');
    expect(await threads()).toBe(0);
  });
});
