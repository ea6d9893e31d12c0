import { component, docs } from '../describe.ts'
import { game, games, newGame } from './games.ts'

export const gamesDocs = docs(games, {
  about: 'The games that products may be for.',
  components: {
    Game: component(game, 'A game that a product may be for.'),
    NewGame: component(newGame, 'A game to add to the list.'),
  },
})
