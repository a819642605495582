import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, symlink, utimes, writeFile } from 'node:fs/promises';
import { FailedPreconditionError, InvalidArgumentError, IoError, jobId, silentLogger } from '@ballista-ts/core';
import { recordingLogger, type TempDirectory, tempDirectory } from '@ballista-ts/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sweepJobs } from './sweep-jobs.js';
import { openWorkDir } from './work-dir.js';

let directory: TempDirectory;
beforeEach(async () => {
  directory = await tempDirectory();
});
afterEach(() => directory.close());

const job = jobId('j1');
const logger = silentLogger;
/** An id that belonged to a process a moment ago. */
const deadPid = (): number => spawnSync(process.execPath, ['-e', '']).pid;

describe('a work directory of the user', () => {
  test('is made when it is not there, stays when it is closed, and loses its lock', async () => {
    const path = directory.join('a/b');
    const workDir = await openWorkDir({ path, logger });
    expect(await readFile(`${path}/.lock`, 'utf8')).toMatch(new RegExp(`^${process.pid} `));
    await workDir.close();
    await workDir.close();
    expect(await readdir(path)).toEqual([]);
  });

  test('is refused while another has it, and taken over from a dead process', async () => {
    const path = directory.join('shared');
    const first = await openWorkDir({ path, logger });
    const again = openWorkDir({ path, logger });
    await expect(again).rejects.toBeInstanceOf(FailedPreconditionError);
    await expect(again).rejects.toThrow(`is in use by process ${process.pid}`);
    await first.close();
    await writeFile(`${path}/.lock`, `${deadPid()} x\n`);
    await (await openWorkDir({ path, logger })).close();
    await writeFile(`${path}/.lock`, '1 x\n');
    await expect(openWorkDir({ path, logger })).rejects.toThrow('in use by process 1');
    // A restarted container gives the new process the id of the dead one.
    await writeFile(`${path}/.lock`, `${process.pid} of an earlier life\n`);
    await (await openWorkDir({ path, logger })).close();
  });

  test('that cannot be made is an I/O error naming it', async () => {
    await directory.write('file', '');
    await expect(openWorkDir({ path: directory.join('file/x'), logger })).rejects.toBeInstanceOf(IoError);
  });
});

describe('a temporary work directory', () => {
  test('carries our process id, and goes when it is closed', async () => {
    const workDir = await openWorkDir({ temporaryRoot: directory.path, logger });
    expect(workDir.path).toContain(`ballista-executor-${process.pid}-`);
    await workDir.close();
    expect(await readdir(directory.path)).toEqual([]);
  });

  test('of a killed process goes with the next start; those of living ones and other files stay', async () => {
    const dead = `ballista-executor-${deadPid()}-abc`;
    const alive = `ballista-executor-${process.pid}-def`;
    for (const name of [dead, alive, 'ballista-executor-x-1', 'other']) await mkdir(directory.join(name));
    await writeFile(directory.join(dead, 'data.arrow'), 'x');
    const recorded = recordingLogger();
    const workDir = await openWorkDir({ temporaryRoot: directory.path, logger: recorded });
    await workDir.close();
    expect((await readdir(directory.path)).sort()).toEqual([alive, 'ballista-executor-x-1', 'other'].sort());
    expect(recorded.lines.some(({ message }) => message.includes('killed executor'))).toBe(true);
  });
});

describe('removing the data of a job', () => {
  test('takes the named stages, or all of it, and nothing else', async () => {
    const workDir = await openWorkDir({ path: directory.join('w'), logger });
    for (const name of ['j1/1/0/a', 'j1/2/0/a', 'j1/12/0/a', 'j2/1/0/a']) await directory.write(`w/${name}`, 'x');
    await workDir.removeJobData(job, [1, 99]);
    expect((await readdir(directory.join('w/j1'))).sort()).toEqual(['12', '2']);
    await workDir.removeJobData(job, []);
    await workDir.removeJobData(job, []);
    expect((await readdir(directory.join('w'))).sort()).toEqual(['.lock', 'j2']);
    await workDir.removeAllJobs();
    expect(await readdir(directory.join('w'))).toEqual(['.lock']);
    await workDir.close();
  });

  test('never follows a link out of the work directory', async () => {
    const workDir = await openWorkDir({ path: directory.join('w'), logger });
    await directory.write('outside/1/precious', 'x');
    await symlink(directory.join('outside'), directory.join('w/j1'));
    await expect(workDir.removeJobData(job, [])).rejects.toBeInstanceOf(InvalidArgumentError);
    await expect(workDir.removeJobData(job, [1])).rejects.toThrow('leads out of the work directory');
    await expect(workDir.removeJobData(job, [-1])).rejects.toBeInstanceOf(InvalidArgumentError);
    expect(existsSync(directory.join('outside/1/precious'))).toBe(true);
    await workDir.close();
  });
});

test('a sweep removes folders in which nothing is young, and leaves plain files with a warning', async () => {
  for (const name of ['old/1/a', 'touched/1/a', 'deep/1/2/3/a', 'file.txt']) await directory.write(name, 'x');
  const long = new Date(Date.now() - 10_000_000);
  for (const entry of await readdir(directory.path, { recursive: true })) {
    if (entry !== 'deep/1/2/3/a' && entry !== 'touched') await utimes(directory.join(entry), long, long);
  }
  const recorded = recordingLogger();
  expect(await sweepJobs(directory.path, Date.now() - 1_000_000, recorded)).toEqual(['old']);
  expect((await readdir(directory.path)).sort()).toEqual(['deep', 'file.txt', 'touched']);
  expect(recorded.lines.map(({ message }) => message)).toEqual([
    'a file that is no job folder lies in the work directory',
  ]);
});
