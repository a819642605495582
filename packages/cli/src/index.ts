// For other libraries: the command as a function.
export { main } from './main.js';
