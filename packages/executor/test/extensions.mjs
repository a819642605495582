// What the operator of a cluster could add to its executors: an operator that passes the first row on, and the codec of its node.
const firstRow = {
  kind: 'test.first_row',
  async *execute(plan, partition, context) {
    const { execute } = await import('@ballista-ts/engine');
    const { selectRows } = await import('@ballista-ts/functions');
    for await (const batch of execute(plan.inputs[0], partition, context)) {
      yield selectRows(batch, [0]);
      return;
    }
  },
};

const { createOperatorRegistry } = await import('@ballista-ts/engine');

export default {
  operators: createOperatorRegistry([firstRow]),
  codecs: {
    physicalCodecs: [
      {
        encode: () => undefined,
        decode: (type) => ({ type, properties: ([input]) => input, display: () => 'FirstRow' }),
      },
    ],
  },
};
