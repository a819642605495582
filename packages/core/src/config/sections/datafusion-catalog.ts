import { defineConfig } from '../define.js';
import { bool, text } from '../kinds.js';

/** Catalogs, schemas and the defaults of CREATE EXTERNAL TABLE. */
export const datafusionCatalogConfig = defineConfig({
  'datafusion.catalog.create_default_catalog_and_schema': bool({
    default: true,
    doc: 'Makes the default catalog and schema when a session starts.',
  }),
  'datafusion.catalog.default_catalog': text({
    default: 'datafusion',
    honoured: 'yes',
    doc: 'Catalog of names that do not say theirs.',
  }),
  'datafusion.catalog.default_schema': text({
    default: 'public',
    honoured: 'yes',
    doc: 'Schema of names that do not say theirs.',
  }),
  'datafusion.catalog.information_schema': bool({
    default: false,
    ballista: true,
    onlyNew: true,
    honoured: 'yes',
    doc: 'Offers information_schema and the SHOW statements.',
  }),
  'datafusion.catalog.location': text({
    optional: true,
    default: null,
    doc: 'Folder whose files become tables of the default schema.',
  }),
  'datafusion.catalog.format': text({
    optional: true,
    default: null,
    doc: 'Format of the files in datafusion.catalog.location.',
  }),
  'datafusion.catalog.has_header': bool({
    default: true,
    doc: 'Whether CSV files of CREATE EXTERNAL TABLE begin with a header when the statement does not say.',
  }),
  'datafusion.catalog.newlines_in_values': bool({
    default: false,
    doc: 'Whether quoted CSV values may contain line breaks when the statement does not say. With true, a file is read by one partition.',
  }),
});
