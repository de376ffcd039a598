/** `PGCOPY\n\377\r\n\0`, flags, length of the header extension: what the binary format of COPY starts with. */
export const HEADER_BYTES = 19;
