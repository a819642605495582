-- Statements that both parsers take, one a line.
select a#b from t
select a @> b
select a<@b
select a@b
select a @b
select a -> 'x' ->> 'y' #> 'z' #>> 'w'
select a #- b
select a @@ b
select a @? b
select ?
select $1, $name
select $$abc$$
select $t$abc$t$
select `a`
select [a]
select x'12', X'AB', n'abc', b'101', r'raw\n', e'\x41', U&'\0061'
select 0x1F
select 1L
select 1a
select 1_000
select 1__0
select 1.
select .5
select 1e
select 1e5
select ~a
select @a
select a == b
select a <=> b
select a // b
select a ^ b
select a xor b
select a rlike b
select a regexp b
select a not rlike b
select 'a' 'b'
select "a" "b"
select "a b".c
select a -1
select - - 1
select a collate b
select a at time zone 'x'
select a at time zone b
select date '2020-01-01', timestamp '2020', time '10:00', interval '1' month
select interval '1 month' + interval '2' day
select interval 1 month
select interval a month
select interval '1-2' year to month
select interval '1'
select interval 1 + 2 month
select timestamptz '2020-01-01'
select timestamp with time zone '2020-01-01'
select json '{}'
select integer '1'
select extract(year from a), extract('year' from a), extract(year, a), extract(foo from a)
select position('a' in b), position('a', b)
select overlay(a placing b from 1 for 2), overlay(a,b,1)
select ceil(a to day), floor(a to month), ceil(a), ceil(a,2)
select cast(a as int), try_cast(a as int), safe_cast(a as int), a::int::text, convert(a, int)
select cast(a as int format 'x')
select array[1,2], [1,2], array[], [], array(select 1)
select {a:1}, {'a':1}, {}, map {a:1}, map([1],[2]), map {}
select a[1], a[1:2], a[1:2:3], a[:], a[1:], a[:2], a[-1]
select x -> x+1
select f(x -> x+1)
select f((x,y) -> x+1)
select f(a => 1), f(a := 1), f(a = 1)
select count(*), count(distinct a), count(t.*), count(all a)
select sum(a order by b) filter (where c) over (partition by d order by e rows 1 preceding)
select percentile_cont(0.5) within group (order by a)
select first_value(a) ignore nulls over (), first_value(a ignore nulls) over ()
select a is null, a is not null, a is true, a is not false, a is unknown, a is distinct from b, a is not distinct from b, a isnull, a notnull
select a like b escape 'c', a ilike b, a similar to b escape 'c', a not like b
select grouping(a), current_date, current_timestamp, current_timestamp(3), localtime, current_user, user
select not a = b, not a in (b), - a::int, -a.b, -a * b
from t
from t select a
from t select a where b
select from t
select a, from t
select all a
select distinct on (a,b) c from t
select a into x from t
select * exclude a from t
select * exclude (a, b) from t
select * except (a) from t
select * except a from t
select * replace (a as b) from t
select * rename (a as b) from t
select t.* exclude (a) replace (b as c) from t
select a b, c as d, e as "f", g 'h', i as 'j' from t
select a from t as u (x, y), v w
select a from t as u (x int, y text)
select a from (select 1) 
select a from (values (1,2),(3,4)) as t(a,b)
select a from (values (1,2))
values (1),(2) order by 1 limit 1
values row(1,2), row(3,4)
select * from table(f(1))
select * from f(1,2) as x(y)
select * from f(1) with ordinality
select * from lateral f(1)
select * from t, lateral (select 1) x
select * from t cross join lateral (select 1) x
select * from unnest(a,b) as u(x,y)
select * from unnest([1]) with ordinality
select * from a join b
select * from a join b on c
select * from a inner join b using (c, d)
select * from a left outer join b on c left join d on e
select * from a natural join b
select * from a natural left join b
select * from a semi join b on c
select * from a left semi join b on c
select * from a right semi join b on c
select * from a anti join b on c
select * from a left anti join b on c
select * from a right anti join b on c
select * from a full join b on c
select * from a full outer join b on c
select * from (a join b on c) join d on e
select * from (a)
select * from ((select 1))
select * from (a join b on c) x
select 1 from t group by all
select 1 from t group by a, b
select 1 from t group by ()
select 1 from t group by rollup(a, b), c
select 1 from t group by cube((a,b), c)
select 1 from t group by grouping sets ((a),(b),())
select 1 from t group by grouping sets (a, rollup(b))
select 1 from t having a > 1
select 1 from t where a group by b having c qualify d window w as (order by e)
select 1 from t window w as (order by e), v as (w rows 1 preceding) qualify d
select sum(a) over w from t window w as (partition by b)
select sum(a) over (order by b range between interval '1' day preceding and current row)
select sum(a) over (order by b groups unbounded preceding)
select sum(a) over (order by b rows between -1 preceding and a+1 following)
select 1 union select 2 union all select 3 except select 4 intersect select 5
select 1 union distinct select 2
select 1 union by name select 2
select 1 union all by name select 2
select 1 union distinct by name select 2
select 1 except all select 2
select 1 intersect distinct select 2
select 1 minus select 2
(select 1) union (select 2) order by 1
(select 1 order by 1 limit 1) union all select 2 limit 5
((select 1))
select 1 order by a asc nulls first, b desc nulls last, c nulls first
select 1 order by all
select 1 order by all desc nulls last
select 1 limit 1 offset 2
select 1 offset 2 limit 1
select 1 limit 1, 2
select 1 limit all
select 1 limit null
select 1 limit 1+1
select 1 offset 2 rows
select 1 offset 2 rows fetch first 3 rows only
select 1 fetch next row only
select 1 fetch first 10 percent rows with ties
with a as (select 1) select * from a
with recursive a(x,y) as (select 1 union all select 2) select * from a
insert into t with a as (select 1) select * from a
select a.b.c.d.e from c.s.t
select * from c.s.t.u
select a from t where b = 1 and c in (select d from e where f = t.g)
select end from t
select date from t
select interval from t
select timestamp, time, year, month from t
select left(a,1), right(a,1), replace(a,b,c), if(a,b,c), any_value(a), mod(a,b)
select cast from t
select case from t
select extract from t
select substring from t
select array from t
select array from t where array = 1
select values from t
select key, value, name, type, first, last, rows, range, filter, over from t
select left from t
select a left from t
select a filter from t
select a from t left join u on v
select 1; select 2;
;;select 1;;
select a from t final
select a from s3('x')
select a from 'file.parquet'
select a from "file.parquet"
select a from `file.parquet`
explain select 1
explain analyze select 1
explain verbose select 1
explain analyze verbose select 1
explain format tree select 1
explain format = tree select 1
explain analyze format json select 1
explain (analyze true, verbose) select 1
explain (format tree) select 1
explain (analyze, metrics 'rows,bytes', level dev) select 1
explain insert into t values (1)
describe t
desc t
describe select 1
set a.b.c = 1
set a = 'x'
set a to b
set a = -1
set a = 1, 2
set a = default
set time zone 'UTC'
set timezone = 'UTC'
set timezone to local
set session a = 1
set local a = 1
set global a = 1
set a = on
set a = b.c
set "a.b" = 1
reset a.b
reset all
reset a
show a
show all
show all verbose
show a.b.c
show a verbose
show tables
show tables like 'x'
show tables from s
show full tables
show columns from t
show full columns from t
show extended full columns in t
show columns from t like 'a'
show create table t
show create view t
show functions
show functions like 'x'
show functions where a
show time zone
prepare p as select $1
prepare p(int, text) as select $1
prepare p(int) as insert into t values ($1)
execute p
execute p(1, 'a')
deallocate p
deallocate prepare p
deallocate all
begin
begin transaction
begin work
begin isolation level serializable
start transaction
start transaction read only, isolation level repeatable read
commit
commit work
commit and chain
commit transaction
rollback
rollback and no chain
end
create database a
create database if not exists a
create schema a
create schema if not exists a.b
create table t (a int, b text not null default 1, primary key (a))
create table t (a int primary key, b int unique, c int references d(e), check (a > 1), constraint x foreign key (a) references b (c))
create table if not exists t (a int)
create or replace table t as select 1
create table t (a int) as select 1
create table t as values (1)
create table t as (select 1)
create temp table t (a int)
create temporary table t (a int)
create table t
create table t ()
create table t (a int null, b int not null)
create table t (a integer unsigned, b tinyint(3) unsigned, c int2, d int4, e int8, f float4, g float8, h bytea, i string, j varchar, k char(3), l uuid, m json, n jsonb, o interval, p interval year, q interval day to second, r datetime, s blob, t binary(3), u custom.type, v foo(1,2))
create table t (a decimal(10,-2))
create view v as select 1
create or replace view v (a, b) as select 1
create view if not exists v as select 1
create materialized view v as select 1
create temporary view v as select 1
create function f(a int) returns int return $1 + 1
create function f(int, int) returns int language sql immutable as 'select $1'
create or replace function f(a int default 1) returns int return a
create temporary function f(int) returns int return 1
drop function f
drop function if exists f, g
create index i on t (a)
drop index i
drop table t
drop table if exists t
drop table t, u
drop table t cascade
drop view v
drop view if exists v
drop schema s
drop schema if exists s cascade
drop database d
insert into t values (1,2),(3,4)
insert into t (a,b) values (1,2)
insert into table t select 1
insert t values (1)
insert overwrite t select 1
insert overwrite table t values (1)
insert into t default values
insert or replace into t values (1)
replace into t values (1)
insert into t (a) values (default)
insert into t (select 1)
insert into t (a, b) (select 1)
update t set a = 1
update t set a = 1, b = c + 1 where d
update t as u set a = 1
update t u set a = 1
update t set t.a = 1
update t set a = 1 from u where t.b = u.b
update t set a = 1 returning b
delete from t
delete from t where a
delete t where a
delete from t u where a
delete from t using u where a
delete from t returning a
truncate table t
truncate t
truncate table t, u
truncate table t cascade
merge into t using u on a = b when matched then update set c = 1 when not matched then insert (a) values (1)
copy t to 'x'
select trim('x' from a)
select trim(a, 'x')
select f(x).y
select (a).b
select a.*
select f().a[1].b
select a in unnest(b)
select struct(1 as a, 2)
create table t (c map(int,int), b struct<a int, b text>)
create table t (f struct<int, text>)
create table t (f row(a int))
select cast(a as struct<b int>[])
select a.order from t
select a.from from t
select 1 as select
select 1 as from from t
select a from from
select a from order
select a from t as select
select a, b, from t
select 1 where true
select a from (t)
select a from (t as b)
select a from (t join u on c) as d (e, f)
select *, a from t
select a, * from t
select t.*, u.* from t, u
select count(*) filter (where a)
select count(distinct *)
select rank() over w
select rank() over (w)
select f(*) 
select "f"(1), "F"."g"(2)
select a.b.f(1)
select row_number() over (partition by a, b order by c desc, d)
select listagg(a, ',') within group (order by b)
select string_agg(a, ',' order by b desc)
select array_agg(distinct a order by a limit 3)
select first_value(a) respect nulls over (order by b)
select count(*) over (rows unbounded preceding)
select count(*) over (order by a rows current row)
select count(*) over (order by a rows between unbounded preceding and unbounded following)
select 1 from t where a = 'it''s'
select e'\'' , 'a\'
select extract(day from date '2020-01-01')
select * from t where date > date '2020-01-01'
select timestamp from t
select double precision '1'
select decimal(10,2) '1.2'
select int '1', text 'a', boolean 'true', foo 'x'
select time '1' , time with time zone '1', timestamp(3) '1', timestamp without time zone '2'
select date('2020-01-01'), timestamp('x'), left('abc', 2)
select set from t
select 1 as "a""b"
select current_date()
select 1 = 1 = 1
select 1 < 2 < 3
select not not a
select - + - a
select +1
select a is not distinct from b = c
select a = any(array[1,2])
select a = any((select 1))
select a = all (values (1))
select exists (values (1))
select exists ((select 1))
select exists (with a as (select 1) select * from a)
select (with a as (select 1) select * from a)
select ((select 1) + 1)
select * from ((select 1) union (select 2)) x
select * from ((select 1) x join b on c)
select * from ((select 1) order by 1) x
select * from (with a as (select 1) select * from a) x
select * from (from t) x
(select a from t) limit 5
(select a from t limit 3) limit 5
select 1 union (select 2 limit 1) order by 1
with a as (select 1) (select * from a)
(with a as (select 1) select * from a) union select 2
select a from t group by a, rollup (b), grouping sets ((c), ())
select a from t group by a having b order by c limit 1
select a from t order by a, b desc nulls first limit 1
select * from t join u using (a) join v using (a)
select * from t, u, v where t.a = u.a
select * from generate_series(1, 10) as t(a)
select * from generate_series(1, 10) t
select * from t a (b, c)
select * from t as a (b, c) join u
select cast(a as decimal), cast(a as decimal(5)), cast(a as float(3)), cast(a as double)
select cast(a as interval), cast(a as interval day), cast(a as interval year to month)
select cast(a as bigint unsigned), cast(a as int signed), cast(a as unsigned), cast(a as uint8)
select cast(a as double(1,2)), cast(a as real), cast(a as float4)
select cast(a as foo), cast(a as foo.bar), cast(a as "foo"), cast(a as foo(1))
select cast(a as enum('a','b')), cast(a as set('a')), cast(a as bit(3))
select cast(a as bytea), cast(a as binary), cast(a as varbinary(3)), cast(a as blob)
select a[1][2], a[1].b[2]
select a [1]
select [1,2][1]
select f(x)[1]
select 'abc'[1]
select (1,2)[1]
select case when a then b end::int
select case when a then b end.c
select 1::int + 2
select x'1' || x'2'
select 1 |> where a |> select b
from t |> where a |> aggregate sum(b) group by c |> order by d |> limit 1 offset 2 |> extend e as f |> as g |> union all (select 1) |> join h on i
