/** Longest side of each rendition, in pixels (contract-data 3.8); undefined for the original. */
export const IMAGE_SIZES = { original: undefined, large: 1280, medium: 640, small: 240 } as const;
export type ImageSize = keyof typeof IMAGE_SIZES;

/** Returns whether the text names an image size. */
export function isImageSize(word: string): word is ImageSize {
  return Object.hasOwn(IMAGE_SIZES, word);
}
