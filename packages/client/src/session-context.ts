import {
  type BuiltinDefinitions,
  CancelledError,
  type Closeable,
  type ConfigInputs,
  FailedPreconditionError,
  type LogicalPlan,
  parseTableReference,
  SessionConfig,
  SqlParseError,
  type TableProvider,
} from '@ballista-ts/core';
import { createFileMetadataCaches, createListingTable, createObjectStoreRegistry } from '@ballista-ts/datasource';
import { createFunctionRegistry, type FunctionDefinition, type FunctionRegistry } from '@ballista-ts/functions';
import {
  bindStatement,
  createPlanner,
  type Planner,
  parseStatements,
  resolve,
  type Statement,
} from '@ballista-ts/planner';
import type { RecordBatch } from 'apache-arrow';
import { SessionCatalog } from './catalog/session-catalog.js';
import { DataFrame } from './data-frame.js';
import type { ExecuteOptions, QueryBackend } from './query-backend.js';
import { RemoteBackend } from './remote/remote-backend.js';
import type { RemoteOptions } from './remote/transport.js';
import type { SessionState } from './session-state.js';
import type { StandaloneOptions } from './standalone/options.js';
import { isSessionStatement, runSessionStatement } from './statements/run-statement.js';

export interface SessionOptions {
  /** Settings, by key. Unknown keys and values that do not fit are refused. @default a Ballista session's defaults */
  readonly config?: SessionConfig | ConfigInputs<BuiltinDefinitions>;
  /** Functions of the application, besides the built-in ones. @default none */
  readonly functions?: readonly FunctionDefinition[];
}

/**
 * A session: tables, settings, and a place to run queries: a cluster, or a whole one inside this process.
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

  private constructor(backend: QueryBackend, options: SessionOptions, functions: FunctionRegistry) {
    this.#backend = backend;
    this.#planner = createPlanner({ functions });
    this.#state = {
      catalog: new SessionCatalog(),
      listing: { stores: createObjectStoreRegistry(), caches: createFileMetadataCaches() },
      config:
        options.config instanceof SessionConfig ? options.config : SessionConfig.withBallista(options.config ?? {}),
    };
  }

  /** A session on a cluster. @param url of its scheduler: `df://host:port` or `http(s)://host:port` */
  static async remote(url: string, options: SessionOptions & RemoteOptions = {}): Promise<SessionContext> {
    return new SessionContext(new RemoteBackend(url, options), options, registryOf(options));
  }

  /** A session with a scheduler and an executor of its own in this process. Closing it stops them. */
  static async standalone(options: SessionOptions & StandaloneOptions = {}): Promise<SessionContext> {
    const functions = registryOf(options);
    // Loaded only here: a client of a remote cluster needs neither scheduler nor engine.
    const { startStandalone } = await import('./standalone/start-standalone.js');
    return new SessionContext(await startStandalone(options), options, functions);
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
   * give no rows; everything else runs when its rows are asked for.
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

  /** Makes a table of Parquet files: a file, a directory of files, or a glob. */
  async registerParquet(name: string, location: string | readonly string[]): Promise<void> {
    this.registerTable(name, await createListingTable(this.#state.listing, { locations: location, format: 'parquet' }));
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
    return parseStatements(text);
  }

  async #prepare(statement: Statement, options: ExecuteOptions): Promise<DataFrame> {
    this.#open();
    const { config } = this.#state;
    const resolved = await resolve(statement, this.#state.catalog, {
      config,
      functions: this.#planner.functions,
    });
    const bound = bindStatement(resolved, { config, functions: this.#planner.functions });
    const plan = this.#planner.analyze(bound, this.#planner.context({ config }));
    if (isSessionStatement(plan)) {
      await runSessionStatement(plan, this.#state, async (query) => {
        const batches: RecordBatch[] = [];
        for await (const batch of this.#run(query, options)) batches.push(batch);
        return batches;
      });
      return new DataFrame({ kind: 'EmptyRelation', produceOneRow: false, schema: { fields: [] } }, () => noRows());
    }
    return new DataFrame(plan, (query, runOptions) => this.#run(query, { ...options, ...runOptions }));
  }

  async *#run(plan: LogicalPlan, options: ExecuteOptions): AsyncGenerator<RecordBatch> {
    this.#open();
    if (options.signal?.aborted)
      throw new CancelledError('the query was cancelled before it began', { cause: options.signal.reason });
    yield* this.#backend.execute(plan, this.#state.config, options);
  }

  #open(): void {
    if (this.#closed) throw new FailedPreconditionError('this session is closed');
  }

  /** Ends the session and cancels what it still runs. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#backend.close();
  }
  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}

const registryOf = (options: SessionOptions): FunctionRegistry =>
  createFunctionRegistry(options.functions === undefined ? {} : { functions: options.functions });

async function* noRows(): AsyncGenerator<RecordBatch> {}
