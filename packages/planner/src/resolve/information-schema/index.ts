import { columnsView } from './columns.js';
import { parametersView, routinesView } from './routines.js';
import { settingsView } from './settings.js';
import { schemataView, tablesView, viewsView } from './tables.js';
import type { InformationSchemaView } from './view.js';

/** The schema whose tables describe the session. */
export const informationSchema = 'information_schema';

const views: readonly InformationSchemaView[] = [
  tablesView,
  viewsView,
  columnsView,
  schemataView,
  settingsView,
  routinesView,
  parametersView,
];

/** The view of that name, or undefined. */
export const informationSchemaView = (name: string): InformationSchemaView | undefined =>
  views.find((view) => view.name === name);

/** Names of all views. */
export const informationSchemaViews: readonly string[] = views.map((view) => view.name);
