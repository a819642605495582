/** The version of every package of this project. */
export const BALLISTA_VERSION = '55.0.0-alpha.0';
