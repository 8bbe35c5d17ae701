import { answerHttp } from '@/app/answer-http.ts'

// MCP clients look here for a way to sign in, and read nothing but JSON: there is none.

export async function GET(request: Request): Promise<Response> {
  return await answerHttp(request)
}
