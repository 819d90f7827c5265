/**
 * The version of everything a page and the server say to each other. Raise it with every change that an open page
 * of the version before would misread: a field that is gone or means something else, a status it does not know.
 */
export const WIRE_VERSION = 1;

/** The header in which a page's requests carry it; the socket has it in its handshake as `wire`. */
export const WIRE_HEADER = "last-seat-wire";
