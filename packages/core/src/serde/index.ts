export { BALLISTA_PROTOCOL_VERSION } from './protocol-version.js';
