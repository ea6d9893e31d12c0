import { workerData } from 'node:worker_threads'
import SqliteDatabase from 'better-sqlite3'

/** A thread that copies what the log holds into the database file, and ends. */
const database = new SqliteDatabase(workerData as string)
database.pragma('wal_checkpoint(passive)')
database.close()
