import type { BackupFolder } from './backup-folder';
import { inLanes } from '../storage/in-lanes';
import type { Manifest, Piece } from './manifest';
import type { Steps } from './steps';

const LANES = 2;

/** What was found of a backup. */
export interface Verified {
  readonly manifest: Manifest;
  /** A sentence for each part that is not as it was written. */
  readonly problems: readonly string[];
}

/** Reads every byte of a backup. @throws BackupError when there is none */
export async function verifyBackup(folder: BackupFolder, steps: Steps): Promise<Verified> {
  const manifest = await folder.manifest();
  const problems: string[] = [];
  const hold = (what: string, wanted: Piece, found: Piece | undefined): void => {
    if (found === undefined) problems.push(`${what} is missing.`);
    else if (found.sha256 !== wanted.sha256) problems.push(`${what} is damaged.`);
  };
  const tableStep = steps('tables', manifest.tables.length);
  for (const table of manifest.tables) {
    hold(`The table ${table.name}`, table, await folder.tablePiece(table.name));
    tableStep();
  }
  hold('The list of files', manifest.files, await folder.listPiece());
  if (problems.length > 0) return { manifest, problems };
  const lost = new Set(manifest.lost);
  const fileStep = steps('files', manifest.files.count);
  await inLanes(folder.listedFiles(), LANES, async (sha256) => {
    if (!lost.has(sha256) && !(await folder.hasFile(sha256)))
      problems.push(`The file ${sha256} is missing or damaged.`);
    fileStep();
  });
  return { manifest, problems };
}
