/** Header of COPY's binary format: signature, flags, length of the extension. */
export const HEADER_BYTES = 19;
