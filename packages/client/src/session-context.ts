import {
  type BuiltinDefinitions,
  CancelledError,
  type Closeable,
  type ConfigInputs,
  FailedPreconditionError,
  type FileFormatKind,
  type LogicalPlan,
  parseTableReference,
  quoteIdentifier,
  SessionConfig,
  SqlParseError,
  schemaFromArrow,
  schemaOf,
  type TableProvider,
  toSchema,
} from '@ballista-ts/core';
import { createFileMetadataCaches, createObjectStoreRegistry } from '@ballista-ts/datasource';
import { createFunctionRegistry, type FunctionDefinition, type FunctionRegistry } from '@ballista-ts/functions';
import {
  bindStatement,
  createPlanner,
  type Planner,
  parseStatements,
  resolve,
  type Statement,
  sqlParserOptions,
} from '@ballista-ts/planner';
import type { RecordBatch, Table } from 'apache-arrow';
import { SessionCatalog } from './catalog/session-catalog.js';
import { DataFrame } from './data-frame.js';
import { isAboutSession, runLocally } from './local/run-locally.js';
import type { ExecuteOptions, QueryBackend } from './query-backend.js';
import { RemoteBackend } from './remote/remote-backend.js';
import type { RemoteOptions } from './remote/transport.js';
import { conformBatches } from './results/conform.js';
import type { SessionState } from './session-state.js';
import type { StandaloneOptions } from './standalone/options.js';
import { fileTable, type RegisterFilesOptions } from './statements/create-external-table.js';
import { analyzeRows, checkAnalyze } from './statements/explain-analyze.js';
import { memoryTable } from './statements/memory-table.js';
import { isSessionStatement, runSessionStatement } from './statements/run-statement.js';

export interface SessionOptions {
  /** Settings, by key. Unknown keys and values that do not fit are refused. @default a Ballista session's defaults */
  readonly config?: SessionConfig | ConfigInputs<BuiltinDefinitions>;
  /**
   * Functions of the application, besides the built-in ones. The executors of the cluster need them too: see their option
   * `extensions`. @default none
   */
  readonly functions?: readonly FunctionDefinition[];
}

/**
 * A session: tables, settings, and a place to run queries: a cluster, or a whole one inside this process. Any number of sessions
 * fit into a process; they share nothing.
 *
 * ```ts
 * await using ctx = await SessionContext.standalone();
 * await ctx.registerParquet('orders', 'data/orders.parquet');
 * const rows = await (await ctx.sql('SELECT count(*) AS n FROM orders')).toArray();
 * ```
 */
export class SessionContext implements Closeable {
  readonly #state: SessionState;
  readonly #backend: QueryBackend;
  readonly #planner: Planner;
  #closed = false;

  private constructor(backend: QueryBackend, config: SessionConfig, functions: FunctionRegistry) {
    this.#backend = backend;
    this.#planner = createPlanner({ functions });
    const state: Omit<SessionState, 'catalog'> = {
      listing: { stores: createObjectStoreRegistry(), caches: createFileMetadataCaches() },
      config,
    };
    this.#state = Object.assign(state, {
      catalog: new SessionCatalog({
        defaults: () => ({
          catalog: state.config.get('datafusion.catalog.default_catalog'),
          schema: state.config.get('datafusion.catalog.default_schema'),
        }),
      }),
    });
  }

  /**
   * A session on a cluster. Nothing is connected before the first query.
   * @param url of its scheduler: `df://host:port` or `http(s)://host:port`; host and port default to localhost and 50050
   * @throws InvalidArgumentError for another url, ConfigError for settings that do not fit.
   */
  static async remote(url: string, options: SessionOptions & RemoteOptions = {}): Promise<SessionContext> {
    return new SessionContext(new RemoteBackend(url, options), configOf(options), registryOf(options));
  }

  /** A session with a scheduler and an executor of its own in this process. Closing it stops them. */
  static async standalone(options: SessionOptions & StandaloneOptions & RemoteOptions = {}): Promise<SessionContext> {
    const functions = registryOf(options);
    const config = configOf(options);
    // Loaded only here: a client of a remote cluster needs neither scheduler nor engine.
    const { startStandalone } = await import('./standalone/start-standalone.js');
    return new SessionContext(await startStandalone(options, config, functions), config, functions);
  }

  /** A session that sends its queries to a backend of yours, which is closed with it. */
  static withBackend(backend: QueryBackend, options: SessionOptions = {}): SessionContext {
    return new SessionContext(backend, configOf(options), registryOf(options));
  }

  /** Settings of the session; SET statements change them. */
  get config(): SessionConfig {
    return this.#state.config;
  }

  /** Changes one setting. @throws ConfigError for a key or value that there is not. */
  set(key: string, value: string | null): void {
    this.#state.config = this.#state.config.setText(key, value);
  }

  /**
   * The query that a statement asks for. Statements that change the session (CREATE, DROP, SET) are done right away and
   * give no rows; everything else runs when its rows are asked for, with the settings that the session has now.
   *
   * @throws SqlParseError, PlanError
   */
  async sql(text: string, options: ExecuteOptions = {}): Promise<DataFrame> {
    const statements = this.#parse(text);
    const [statement] = statements;
    if (statement === undefined || statements.length > 1) {
      throw new SqlParseError(`expected one SQL statement, found ${statements.length}; statements() takes several`);
    }
    return await this.#prepare(statement, options);
  }

  /**
   * Several statements, one after another: each is planned when the one before it has been taken out, so that a SELECT sees
   * the table which was created just before.
   */
  async *statements(text: string, options: ExecuteOptions = {}): AsyncGenerator<DataFrame> {
    for (const statement of this.#parse(text)) yield await this.#prepare(statement, options);
  }

  /** All rows of a table. @param name as in SQL: `orders`, `public.orders`, `"Mixed Case"` */
  async table(name: string): Promise<DataFrame> {
    const { catalog, schema, table } = parseTableReference(name);
    const parts = [catalog, schema, table].filter((part) => part !== undefined);
    return await this.sql(`SELECT * FROM ${parts.map(quoteIdentifier).join('.')}`);
  }

  /** Makes a table of Parquet files: a file, a directory of files, or a glob. */
  async registerParquet(
    name: string,
    location: string | readonly string[],
    options: RegisterFilesOptions = {},
  ): Promise<void> {
    await this.#registerFiles(name, location, 'parquet', options);
  }

  /** Makes a table of CSV files. Their options are those of CREATE EXTERNAL TABLE, e.g. `{ has_header: 'false', delimiter: ';' }`. */
  async registerCsv(
    name: string,
    location: string | readonly string[],
    options: RegisterFilesOptions = {},
  ): Promise<void> {
    await this.#registerFiles(name, location, 'csv', options);
  }

  /** Makes a table of files with a JSON object on each line. */
  async registerJson(
    name: string,
    location: string | readonly string[],
    options: RegisterFilesOptions = {},
  ): Promise<void> {
    await this.#registerFiles(name, location, 'json', options);
  }

  /** Makes a table of Arrow IPC files. */
  async registerArrow(
    name: string,
    location: string | readonly string[],
    options: RegisterFilesOptions = {},
  ): Promise<void> {
    await this.#registerFiles(name, location, 'arrow', options);
  }

  /** Makes a table of rows in memory. They travel inside the plans that read them, so large tables belong into files. */
  registerBatches(name: string, rows: Table | readonly RecordBatch[]): void {
    const batches = 'batches' in rows ? rows.batches : rows;
    const schema = 'batches' in rows ? rows.schema : batches[0]?.schema;
    if (schema === undefined) {
      throw new FailedPreconditionError(`no batches for table ${name}: an Arrow table has a schema even without rows`);
    }
    this.registerTable(name, memoryTable(schemaFromArrow(schema), batches));
  }

  async #registerFiles(
    name: string,
    location: string | readonly string[],
    kind: FileFormatKind,
    options: RegisterFilesOptions,
  ): Promise<void> {
    this.#open();
    const { listing, config } = this.#state;
    const table = await fileTable({ ...options, locations: location, kind }, listing, config);
    this.registerTable(name, table);
  }

  /** Adds a table to the session. @throws PlanError when the name is taken. */
  registerTable(name: string, provider: TableProvider): void {
    this.#open();
    this.#state.catalog.register(parseTableReference(name), provider);
  }

  /** Removes a table from the session; false when there is none of that name. */
  deregisterTable(name: string): boolean {
    return this.#state.catalog.deregister(parseTableReference(name));
  }

  /** Names of all tables, fully qualified. */
  async tableNames(): Promise<string[]> {
    return (await this.#state.catalog.tables()).map(
      ({ reference }) => `${reference.catalog}.${reference.schema}.${reference.table}`,
    );
  }

  #parse(text: string): readonly Statement[] {
    this.#open();
    return parseStatements(text, sqlParserOptions(this.#state.config));
  }

  async #prepare(statement: Statement, options: ExecuteOptions): Promise<DataFrame> {
    this.#open();
    const { config } = this.#state;
    const { functions } = this.#planner;
    const { signal } = options;
    const resolved = await resolve(statement, this.#state.catalog, {
      config,
      functions,
      ...(signal !== undefined && { signal }),
    });
    const bound = bindStatement(resolved, { config, functions });
    const plan = this.#planner.analyze(bound, this.#planner.context({ config }));
    if (isSessionStatement(plan)) {
      await runSessionStatement(plan, this.#state, async (query) => {
        const batches: RecordBatch[] = [];
        for await (const batch of this.#run(query, config, options)) batches.push(batch);
        return batches;
      });
      return new DataFrame({ kind: 'EmptyRelation', produceOneRow: false, schema: { fields: [] } }, () => noRows());
    }
    return new DataFrame(plan, (query, runOptions) => this.#run(query, config, { ...options, ...runOptions }));
  }

  async *#run(plan: LogicalPlan, config: SessionConfig, options: ExecuteOptions): AsyncGenerator<RecordBatch> {
    this.#open();
    const { signal } = options;
    if (signal?.aborted) throw new CancelledError('the query was cancelled before it began', { cause: signal.reason });
    if (plan.kind === 'Analyze') {
      checkAnalyze(plan);
      yield analyzeRows(await this.#backend.analyze(plan.input, config, options), plan);
      return;
    }
    const batches = isAboutSession(plan)
      ? runLocally(plan, this.#planner, config, signal)
      : this.#backend.execute(plan, config, options);
    yield* conformBatches(batches, toSchema(schemaOf(plan)));
  }

  #open(): void {
    if (this.#closed) throw new FailedPreconditionError('this session is closed');
  }

  /** Ends the session and cancels what it still runs. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#backend.close();
  }
  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}

const configOf = ({ config }: SessionOptions): SessionConfig =>
  config instanceof SessionConfig ? config : SessionConfig.withBallista(config ?? {});

const registryOf = ({ functions }: SessionOptions): FunctionRegistry =>
  createFunctionRegistry(functions === undefined ? {} : { functions });

async function* noRows(): AsyncGenerator<RecordBatch> {}
