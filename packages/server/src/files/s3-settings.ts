import { ConfigError } from '../config-error.ts'

export interface S3Settings {
  /** Ends with the bucket. */
  readonly endpoint: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  /** Prefix of every name: empty, or with a slash at the end. */
  readonly prefix: string
}

/**
 * Reads MEDIA_URL (`s3://bucket/prefix`) and the usual S3 variables. The default endpoint is Amazon's for the region.
 * @throws ConfigError for a missing or unusable variable
 */
export function readS3Settings(mediaUrl: string, env: Record<string, string | undefined>): S3Settings {
  const [, bucket, path = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,62})(?:\/(.*))?$/.exec(mediaUrl) ?? []
  if (bucket === undefined) throw new ConfigError('MEDIA_URL must be an address like s3://bucket/prefix')
  const required = (name: string): string => {
    const value = env[name]
    if (value === undefined || value === '') throw new ConfigError(`${name} must be set when MEDIA_URL is`)
    return value
  }
  const accessKeyId = required('AWS_ACCESS_KEY_ID')
  const secretAccessKey = required('AWS_SECRET_ACCESS_KEY')
  const region = required('AWS_REGION')
  if (!/^[\w.-]+$/.test(region)) throw new ConfigError('AWS_REGION must be a region such as eu-central-1')
  const prefix = path.replace(/^\/+|\/+$/g, '')
  return {
    endpoint: `${readEndpoint(env) ?? `https://s3.${region}.amazonaws.com`}/${bucket}`,
    ...{ region, accessKeyId, secretAccessKey, prefix: prefix === '' ? '' : `${prefix}/` },
  }
}

function readEndpoint(env: Record<string, string | undefined>): string | undefined {
  const name = env['AWS_ENDPOINT_URL_S3'] ? 'AWS_ENDPOINT_URL_S3' : 'AWS_ENDPOINT_URL'
  const endpoint = env[name]
  if (endpoint === undefined || endpoint === '') return undefined
  if (!['http:', 'https:'].includes(URL.parse(endpoint)?.protocol ?? '')) {
    throw new ConfigError(`${name} must be an address that starts with http:// or https://`)
  }
  return endpoint.replace(/\/+$/, '')
}
