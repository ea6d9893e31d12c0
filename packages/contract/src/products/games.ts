import * as z from 'zod/mini'
import { endpoint, wrapped } from '../endpoint.ts'
import { requiredText } from '../fields.ts'
import { id, text } from '../tolerant.ts'

export const game = z.object({ id, name: text })
export type Game = z.infer<typeof game>

export const newGame = z.object({ name: requiredText('Name') })

export const games = {
  list: endpoint({
    method: 'GET',
    path: '/games-list',
    access: 'products:read',
    summary: 'Games, sorted by name',
    response: wrapped(z.array(game)),
  }),
  create: endpoint({
    method: 'POST',
    path: '/admin/games',
    access: 'products:write',
    summary: 'Add a game to the list',
    beyondSpec: true,
    body: newGame,
    response: wrapped(game),
  }),
}
