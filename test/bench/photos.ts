import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { compare } from './comparison';
import { assetIdOf } from './dataset';
import { CeilingProcess, type ServiceProcess } from './processes';
import type { Report } from './report';
import { type BenchForm, submissionRequests } from './requests';

const CLIENTS = 8;
const PHOTO = randomBytes(200_000);

/** Compares submissions with a photo with a bare server that hashes, writes and syncs the same bytes. */
export async function measurePhotos(
  report: Report,
  service: ServiceProcess,
  of: {
    readonly form: BenchForm;
    readonly json: string;
    readonly databaseUrl: string;
    readonly authorization: string;
  },
): Promise<void> {
  const folder = join(service.dataDir, 'bench-photos');
  mkdirSync(folder);
  const assetId = await assetIdOf(of.databaseUrl, of.form.uid);
  const ceiling = await CeilingProcess.start(of.databaseUrl, assetId, of.json, folder);
  try {
    const requests = submissionRequests(of.form, '/submission', of.authorization, PHOTO);
    await compare(report, `intake with a photo of 200 KB, ${CLIENTS} clients`, CLIENTS, 201, {
      ceiling: [ceiling.port, requests],
      token: [service.port, requests],
    });
  } finally {
    ceiling.stop();
  }
}
