import type { Plugin } from 'vite'

const schemas = /node_modules\/zod\/v4\/classic\/schemas\.js$/
const describing = /processors\.\w+Processor\(inst, ctx, json, params\)/g
const methods = /create(?:Standard|To)JSONSchemaMethod\((?:this|inst), (?:"\w+"|\{\})\)/g

/**
 * Every zod schema can describe itself as a JSON schema. Only the server asks for that, and no bundler sees that the
 * browser never does, since it hangs on each schema: a fifth of zod. Here the description is left out of the build.
 */
export function leanZod(): Plugin {
  return {
    name: 'keydesk:lean-zod',
    apply: 'build',
    transform: {
      filter: { id: schemas },
      handler(code) {
        const lean = code.replaceAll(describing, 'undefined').replaceAll(methods, 'undefined')
        // Another version of zod may be written otherwise: better no build than one that has quietly grown.
        if (/\w+Processor\(|JSONSchemaMethod\(/.test(lean)) this.error('zod describes its schemas in a way that lean-zod does not know')
        return { code: lean, map: null }
      },
    },
  }
}
