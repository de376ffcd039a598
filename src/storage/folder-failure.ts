const FOLDER = 'the folder of DATA_DIR or STORAGE_URL';

/** Says why files cannot be written to a folder, and what to do, by the code of the error. */
export function folderFailure(code: string | undefined): string {
  return `Files cannot be written (${code}). ${remedyOf(code)}`;
}

function remedyOf(code: string | undefined): string {
  switch (code) {
    case 'ENOSPC':
      return `The disk with ${FOLDER} is full. Free space or inodes, or move the folder to a larger disk.`;
    case 'EDQUOT':
      return `The disk quota for ${FOLDER} is used up. Free space, or raise the quota.`;
    case 'EACCES':
    case 'EPERM':
      return `The user of the service may not write to ${FOLDER}. Give the folder to this user or its group.`;
    case 'EROFS':
      return `The file system with ${FOLDER} is read-only. Mount it for writing, or set another folder.`;
    default:
      return `Check ${FOLDER}: its owner, its permissions and the free space.`;
  }
}
