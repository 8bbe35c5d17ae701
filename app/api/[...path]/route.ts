import { answerHttp } from '@/app/answer-http.ts'

// Every address of the HTTP API is a line of lib/api/http.ts.

export async function GET(request: Request): Promise<Response> {
  return await answerHttp(request)
}

export async function POST(request: Request): Promise<Response> {
  return await answerHttp(request)
}

export async function DELETE(request: Request): Promise<Response> {
  return await answerHttp(request)
}
