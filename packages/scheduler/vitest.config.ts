export { default } from '../../vitest.config.base.js';
