-- Texts that both parsers refuse, one a line.
select # from t
select a # b from t
select !a
select a!
select a DIV b
select trim(both 'x' from a), trim(a), trim(from a), trim(leading from a), trim('x' from a), trim(a, 'x')
select struct(1 as a, 2), struct<a int>(1), row(1,2), (1,2), ()
select a.b.c, a['x'].b, (a).b, f(x).y, a.*, (a).*
select exists(select 1), not exists (select 1), a in (1,2), a in (select 1), a in (), a not in (1), a in unnest(b)
select a is nfc normalized, a is json
select a between 1 and 2 and b, a not between symmetric 1 and 2
select
select distinct all a
select * replace a as b from t
values ()
table t
select * from a outer join b on c
select * from a straight_join b
select * from a join b join c on d on e
select * from a cross join b on c
select 1 order by 1 union select 2
select 1 limit 1 union select 2
select 1 order by a using >
select 1 for update
select 1 for update of t nowait
select 1 for share skip locked
with a as (select 1), select 2
select 1 select 2
select 1 format json
select 1 settings a = 1
select a from t for system_time as of '2020'
select a from t use index (b)
explain verbose analyze select 1
explain table t
explain explain select 1
create table t as select 1 with no data
create unlogged table t (a int)
create table t (a)
create table t (a double precision, b timestamp with time zone, c timestamp(3), d time(3) without time zone, e timestamptz, f character varying(3), g numeric(1,2), h dec(1), i int unsigned, j bigint unsigned, k float(3), l unsigned bigint)
create view v as select 1 with check option
create recursive view v as select 1
create function f() returns table (a int) return select 1
insert into t (a) select 1 on conflict do nothing
insert into t as u values (1)
insert into t set a = 1
update t, u set a = 1
merge into t as x using (select 1) as y on a when matched and b then delete when not matched by source then update set a = 1 when not matched by target then insert values (1) when matched then do nothing
listen a
select trim(from a)
select ()
select (a).*
select a in ()
select a not between symmetric 1 and 2
select f(select 1)
create table t (f array<array<int>>, g int[][], h int array)
select a from t where
select a from t,
select f(a,)
select case a when b then c
select case when a then b else c
select case else a end
select cast(1 as)
select 1 +
select (1
select 'abc
select "abc
select /* abc
select a b c
select *.a
select a over () 
select nth_value(a, 2) from first over (order by b)
select a, lateral from t
select a from t limit 5 offset 2 limit 3
select a from t offset 2 offset 3
with a as (select 1) with b as (select 2) select 3
select * from t join u using ()
select * from t natural cross join u
select cast(a as timestamp(3) with time zone), cast(a as timestamp with local time zone)
select cast(a as varchar(max)), cast(a as char varying(3)), cast(a as character(3)), cast(a as national character varying(3))
select cast(a as int array), cast(a as int array[3])
