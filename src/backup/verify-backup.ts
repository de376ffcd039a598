import type { BackupFolder } from './backup-folder';
import { forEachConcurrent } from '../concurrency/for-each-concurrent';
import type { Manifest, FileDigest } from './manifest';
import type { StartProgress } from './progress';

const CONCURRENCY = 2;

export interface VerificationResult {
  readonly manifest: Manifest;
  readonly problems: readonly string[];
}

/** Verifies the hashes of all files of a backup. @throws BackupError when it is incomplete */
export async function verifyBackup(
  folder: BackupFolder,
  startProgress: StartProgress,
): Promise<VerificationResult> {
  const manifest = await folder.manifest();
  const problems: string[] = [];
  const check = (label: string, expected: FileDigest, actual: FileDigest | undefined): void => {
    if (actual === undefined) problems.push(`${label} is missing.`);
    else if (actual.sha256 !== expected.sha256) problems.push(`${label} is damaged.`);
  };
  const tableStep = startProgress('tables', manifest.tables.length);
  for (const table of manifest.tables) {
    check(`The table ${table.name}`, table, await folder.digestTable(table.name));
    tableStep();
  }
  check('The list of files', manifest.files, await folder.digestFileList());
  if (problems.length > 0) return { manifest, problems };
  const lost = new Set(manifest.lost);
  const fileStep = startProgress('files', manifest.files.count);
  await forEachConcurrent(folder.listedHashes(), CONCURRENCY, async (sha256) => {
    if (!lost.has(sha256) && !(await folder.hasFile(sha256)))
      problems.push(`The file ${sha256} is missing or damaged.`);
    fileStep();
  });
  return { manifest, problems };
}
