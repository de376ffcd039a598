/** What a file of an asset is for (contract-assets 5). */
export const FILE_TYPES = ['form_media', 'map_layer', 'paired_data'] as const;
export type FileType = (typeof FILE_TYPES)[number];

/** What the files of each purpose may be: media types, or the start of some. */
const ALLOWED: Readonly<Record<FileType, readonly string[]>> = {
  form_media: mediaTypes(),
  map_layer: [
    'text/csv',
    'application/vnd.google-earth.kml+xml',
    'application/vnd.google-earth.kmz',
    'application/wkt',
    'application/geo+json',
    'application/json',
  ],
  paired_data: mediaTypes(),
};

function mediaTypes(): readonly string[] {
  return [
    'image',
    'audio',
    'video',
    'text/csv',
    'application/xml',
    'application/zip',
    'application/geo+json',
  ];
}

/** Why a file of this media type can't serve the purpose, as a sentence; undefined when it can. */
export function whyNotAllowed(fileType: FileType, mediaType: string): string | undefined {
  const allowed = ALLOWED[fileType];
  const fits = allowed.some((each) =>
    each.includes('/') ? mediaType === each : mediaType.startsWith(`${each}/`),
  );
  if (fits) return undefined;
  return `Only ${allowed.map((each) => `\`${each}\``).join(', ')} MIME types are allowed`;
}
