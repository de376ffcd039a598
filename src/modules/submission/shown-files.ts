import type { StoredAttachment } from './attachment.repository';

/** What of a submission's JSON tells of its files. */
interface ShownFiles {
  readonly _attachments: readonly { readonly uid: string }[];
}

/** Files in the order in which their submission shows them, those that it does not show yet after them, removed ones last. */
export function inShownOrder(files: readonly StoredAttachment[], json: string): StoredAttachment[] {
  const shown = (JSON.parse(json) as ShownFiles)._attachments.map(({ uid }) => uid);
  const placeOf = ({ uid, dateDeleted }: StoredAttachment): number => {
    if (dateDeleted !== null) return Infinity;
    const place = shown.indexOf(uid);
    return place < 0 ? shown.length : place;
  };
  // Sorting is stable: among equals the order of coming holds.
  return files.toSorted((one, other) => Math.sign(placeOf(one) - placeOf(other)) || 0);
}
