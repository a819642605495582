/**
 * Which package may import which. Dependencies point one way; core is everybody's. What is missing here is refused, so a new edge is
 * a decision that somebody reads in review.
 *
 * The planner never sees engine or datasource and the scheduler never sees the engine: plans are data, and a scheduler embedded in a
 * service carries no kernels.
 *
 * @type {Readonly<Record<string, readonly string[]>>}
 */
export const allowedEdges = {
  core: [],
  functions: ['core'],
  datasource: ['core'],
  flight: ['core'],
  testing: ['core'],
  planner: ['core', 'functions'],
  engine: ['core', 'functions', 'datasource'],
  scheduler: ['core', 'functions', 'datasource', 'flight', 'planner'],
  executor: ['core', 'functions', 'datasource', 'flight', 'engine'],
  client: ['core', 'functions', 'datasource', 'flight', 'planner', 'engine', 'scheduler', 'executor'],
  tpch: ['core', 'datasource'],
  cli: ['core', 'client', 'scheduler', 'executor', 'tpch'],
};

/** Private packages, which stand above all others and which nobody may depend on. */
export const privatePackages = ['conformance', 'benchmarks'];

/** The test helpers: everybody's development dependency, except of core, on which they stand. */
export const testHelpers = 'testing';
