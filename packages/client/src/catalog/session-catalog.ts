import {
  type Catalog,
  formatTableReference,
  PlanError,
  type TableProvider,
  type TableReference,
} from '@ballista-ts/core';

type FullReference = Required<TableReference>;

/** Where names without a schema belong. Read at every use: SET changes it. */
export interface SessionCatalogOptions {
  readonly defaults: () => { readonly catalog: string; readonly schema: string };
}

/** The schema that describes the session; the planner makes its tables. */
export const informationSchema = 'information_schema';

/** The tables of one session: catalogs hold schemas, schemas hold tables. Names are exact; folding case is the parser's business. */
export class SessionCatalog implements Catalog {
  readonly #catalogs = new Map<string, Map<string, Map<string, TableProvider>>>();
  readonly #options: SessionCatalogOptions;

  constructor(options: SessionCatalogOptions) {
    this.#options = options;
    const { catalog, schema } = options.defaults();
    this.#catalogs.set(catalog, new Map([[schema, new Map()]]));
  }

  get defaultCatalog(): string {
    return this.#options.defaults().catalog;
  }
  get defaultSchema(): string {
    return this.#options.defaults().schema;
  }

  /** The reference with the defaults filled in. */
  qualify(reference: TableReference): FullReference {
    return {
      catalog: reference.catalog ?? this.defaultCatalog,
      schema: reference.schema ?? this.defaultSchema,
      table: reference.table,
    };
  }

  async table(reference: TableReference): Promise<TableProvider | undefined> {
    return this.get(reference);
  }

  get(reference: TableReference): TableProvider | undefined {
    const full = this.qualify(reference);
    return this.#catalogs.get(full.catalog)?.get(full.schema)?.get(full.table);
  }

  /** Every table, in the order of registration. */
  async tables(): Promise<{ reference: FullReference; provider: TableProvider }[]> {
    return [...this.#catalogs].flatMap(([catalog, schemas]) =>
      [...schemas].flatMap(([schema, tables]) =>
        [...tables].map(([table, provider]) => ({ reference: { catalog, schema, table }, provider })),
      ),
    );
  }

  async schemas(): Promise<{ catalog: string; schema: string }[]> {
    return [...this.#catalogs].flatMap(([catalog, schemas]) =>
      [...schemas.keys()].map((schema) => ({ catalog, schema })),
    );
  }

  /** @throws PlanError when the name is taken, or its schema does not exist. */
  register(reference: TableReference, provider: TableProvider, ifTaken: 'fail' | 'replace' = 'fail'): void {
    const full = this.qualify(reference);
    if (full.schema === informationSchema) throw new PlanError(`${informationSchema} takes no tables of yours`);
    const schema = this.#catalogs.get(full.catalog)?.get(full.schema);
    if (schema === undefined)
      throw new PlanError(`there is no schema ${full.catalog}.${full.schema} to put the table ${full.table} into`);
    if (ifTaken === 'fail' && schema.has(full.table))
      throw new PlanError(`the table ${formatTableReference(reference)} already exists`);
    schema.set(full.table, provider);
  }

  /** Whether there was such a table. */
  deregister(reference: TableReference): boolean {
    const full = this.qualify(reference);
    return this.#catalogs.get(full.catalog)?.get(full.schema)?.delete(full.table) ?? false;
  }

  /** @throws PlanError when it exists and `ifNotExists` is not set. */
  createCatalog(name: string, ifNotExists: boolean): void {
    if (this.#catalogs.has(name)) {
      if (ifNotExists) return;
      throw new PlanError(`the catalog ${name} already exists`);
    }
    this.#catalogs.set(name, new Map([[this.defaultSchema, new Map()]]));
  }

  /** @throws PlanError when it exists and `ifNotExists` is not set, or its catalog does not exist. */
  createSchema(catalog: string | undefined, name: string, ifNotExists: boolean): void {
    const schemas = this.#catalogs.get(catalog ?? this.defaultCatalog);
    if (schemas === undefined) throw new PlanError(`there is no catalog ${catalog} to put the schema ${name} into`);
    if (schemas.has(name) || name === informationSchema) {
      if (ifNotExists) return;
      throw new PlanError(`the schema ${name} already exists`);
    }
    schemas.set(name, new Map());
  }

  /** @throws PlanError when it does not exist and `ifExists` is not set, or holds tables and `cascade` is not set. */
  dropSchema(
    catalog: string | undefined,
    name: string,
    options: { readonly ifExists: boolean; readonly cascade: boolean },
  ): void {
    const schemas = this.#catalogs.get(catalog ?? this.defaultCatalog);
    const schema = schemas?.get(name);
    if (schema === undefined) {
      if (options.ifExists) return;
      throw new PlanError(`there is no schema ${name}`);
    }
    if (schema.size > 0 && !options.cascade)
      throw new PlanError(
        `the schema ${name} holds ${schema.size} table${schema.size === 1 ? '' : 's'}; drop it with CASCADE`,
      );
    schemas?.delete(name);
  }
}
