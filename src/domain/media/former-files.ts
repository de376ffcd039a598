import { MAX_ASSET_FILES } from '../saved-limit';

/** A file with choices that was removed or replaced; exports still read its labels. */
interface FormerFile {
  readonly name: string;
  readonly sha256: Buffer | null;
}

/** Of one name; older ones are deleted, as are those beyond `MAX_ASSET_FILES` of all names. */
const MAX_NAMED = 50;

/**
 * Former files that are superfluous beside one that is removed now: of its name and bytes, and the oldest of many.
 * @param former of the asset, newest first
 */
export function superfluousFiles<File extends FormerFile>(
  { name, sha256 }: FormerFile,
  former: readonly File[],
): File[] {
  // With the removed one.
  let kept = 1;
  let named = 1;
  return former.filter((file) => {
    const isNamed = file.name === name;
    const isSame = isNamed && file.sha256 !== null && sha256?.equals(file.sha256) === true;
    if (isSame || kept >= MAX_ASSET_FILES || (isNamed && named >= MAX_NAMED)) return true;
    kept += 1;
    if (isNamed) named += 1;
    return false;
  });
}
