/**
 * What scheduler and executor must agree on, exactly. Raised whenever the meaning of any message between them changes, even if the
 * bytes stay decodable. History: 1 initial; 2 the statistics sketch is KLL; 3 shuffle fetches name byte ranges.
 */
export const BALLISTA_PROTOCOL_VERSION = 3;
