import SuasSpec

/// An error as an answer to a request.
package struct ResponseError: Error {
  package enum Code: Int {
    case parseError = -32700
    case invalidRequest = -32600
    case methodNotFound = -32601
    case invalidParams = -32602
    case serverNotInitialized = -32002
    case requestFailed = -32803
    case requestCancelled = -32800
  }

  package let code: Code
  package let message: String

  package init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  package var json: JSON { ["code": .int(code.rawValue), "message": .string(message)] }
}
