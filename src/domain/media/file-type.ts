/** Purpose of an asset file (contract-assets 5). */
export const FILE_TYPES = ['form_media', 'map_layer', 'paired_data'] as const;
export type FileType = (typeof FILE_TYPES)[number];

const MEDIA_TYPES = [
  ...['image', 'audio', 'video'],
  ...['text/csv', 'application/xml', 'application/zip', 'application/geo+json'],
];

/** Allowed media types, or top-level types, by purpose. */
const ALLOWED: Readonly<Record<FileType, readonly string[]>> = {
  form_media: MEDIA_TYPES,
  map_layer: [
    'text/csv',
    'application/vnd.google-earth.kml+xml',
    'application/vnd.google-earth.kmz',
    'application/wkt',
    'application/geo+json',
    'application/json',
  ],
  paired_data: MEDIA_TYPES,
};

/** Returns the error message for a media type that the purpose does not allow; undefined when it is allowed. */
export function mediaTypeError(fileType: FileType, mediaType: string): string | undefined {
  const allowed = ALLOWED[fileType];
  const isAllowed = allowed.some((each) =>
    each.includes('/') ? mediaType === each : mediaType.startsWith(`${each}/`),
  );
  if (isAllowed) return undefined;
  return `Only ${allowed.map((each) => `\`${each}\``).join(', ')} MIME types are allowed`;
}
