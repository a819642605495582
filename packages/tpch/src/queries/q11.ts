/**
 * Important stock identification: parts that make up a certain share of Germany's stock. The share is 0.0001 divided by the
 * scale factor, so that its text depends on the scale.
 */
export const q11At = (scale: number): string =>
  `
select
  ps_partkey,
  sum(ps_supplycost * ps_availqty) as value
from
  partsupp,
  supplier,
  nation
where
  ps_suppkey = s_suppkey
  and s_nationkey = n_nationkey
  and n_name = 'GERMANY'
group by
  ps_partkey
having
  sum(ps_supplycost * ps_availqty) > (
    select
      sum(ps_supplycost * ps_availqty) * ${fraction(scale)}
    from
      partsupp,
      supplier,
      nation
    where
      ps_suppkey = s_suppkey
      and s_nationkey = n_nationkey
      and n_name = 'GERMANY'
  )
order by
  value desc
`.trim();

/** Q11 at scale 1. */
export const q11 = q11At(1);

/** 0.0001 / scale in plain digits, at least the ten decimals of the official text: `0.0001000000`. */
function fraction(scale: number): string {
  const text = (0.0001 / scale).toFixed(16).replace(/0+$/, '');
  return text.padEnd('0.0001000000'.length, '0');
}
