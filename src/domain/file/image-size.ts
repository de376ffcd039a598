/** The longest side of each rendition of an image, in pixels (contract-data 3.8); the original has none. */
export const IMAGE_SIZES = { original: undefined, large: 1280, medium: 640, small: 240 } as const;
export type ImageSize = keyof typeof IMAGE_SIZES;

/** Whether a word names one. */
export function isImageSize(word: string): word is ImageSize {
  return Object.hasOwn(IMAGE_SIZES, word);
}
