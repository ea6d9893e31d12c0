import { closeSync, openSync, readSync } from 'node:fs'
import SqliteDatabase from 'better-sqlite3'

/** Reads the log of a SQLite database as Litestream does: its two tables, and a transaction that never ends. */
export function openLogReader(file: string) {
  const database = new SqliteDatabase(file)
  database.exec(`
    create table _litestream_seq (id integer primary key, seq integer);
    create table _litestream_lock (id integer);
    insert into _litestream_seq values (1, 1);
    begin;
    select count(*) from _litestream_seq`)
  return {
    /** Its salts change when the log is restarted: what was not read by then is lost. */
    readLogHeader(): string {
      const header = Buffer.alloc(32)
      const log = openSync(`${file}-wal`, 'r')
      readSync(log, header)
      closeSync(log)
      return header.toString('hex')
    },
    close: (): void => void database.close(),
  }
}
