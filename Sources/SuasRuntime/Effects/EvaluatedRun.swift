import CEL
import SuasProgram

/// The work of an effect, evaluated at its start.
package enum EvaluatedRun: Sendable {
  case request(EffectRequest, Contents, timeout: CEL.Duration?)
  case delay(CEL.Duration)
  case every(CEL.Duration)

  /// The values from which a request was made.
  package struct Contents: Sendable {
    /// The URL before the parameters of the query.
    var address = ""
    /// The parameters of the query, before they are encoded.
    var query: [(name: String, value: String)] = []
    /// The body, the contents of the file, or the input.
    var value = Value.null
  }
}

/// A try of an effect that has begun: the first one, or a retry.
package struct MadeRequest: Sendable {
  package let name: String
  package let run: EvaluatedRun
}

extension EvaluatedRun {
  /// The request as drivers, traces and golden files have it.
  package var value: Value {
    switch self {
    case .delay(let duration): .object(["delay": .duration(duration)])
    case .every(let interval): .object(["every": .duration(interval)])
    case .request(let request, _, _): .object([request.kind.rawValue: request.value])
    }
  }

  /// The parts of the request, as expectations name them.
  package var parts: Record {
    switch self {
    case .delay(let duration): EffectKind.delay.made([.duration(duration)])
    case .every(let interval): EffectKind.every.made([.duration(interval)])
    case .request(let request, let contents, _):
      request.kind.made(request.parts(contents))
    }
  }

  /// The request without the order of parameters and of the keys in a body.
  package var meaning: Value {
    var parts = parts
    if case .request(.http, let contents, _) = self, let url = parts.shape.slot(of: "url") {
      parts[url] = .string(contents.address)
    }
    return .record(parts)
  }
}

extension EffectKind {
  fileprivate func made(_ parts: ContiguousArray<Value>) -> Record {
    Record(request.shape, parts)
  }
}

extension EffectRequest {
  fileprivate var kind: EffectKind {
    switch self {
    case .http: .http
    case .readFile: .readFile
    case .writeFile: .writeFile
    case .custom: .custom
    }
  }

  fileprivate var value: Value {
    switch self {
    case .http(let http):
      .object([
        "method": .string(http.method), "url": .string(http.url),
        "headers": .list(
          List(http.headers.map { .list(List([.string($0.name), .string($0.value)])) })),
        "body": http.body.map(Value.string) ?? .null,
      ])
    case .readFile(let path): .string(path)
    case .writeFile(let path, let text): .object(["path": .string(path), "value": .string(text)])
    case .custom(let name, let input): .object(["name": .string(name), "input": input])
    }
  }

  fileprivate func parts(_ contents: EvaluatedRun.Contents) -> ContiguousArray<Value> {
    // A value that JSON has no form for has been sent as it is written.
    let value = (try? contents.value.likeJSON()) ?? contents.value
    return switch self {
    case .http(let http):
      [
        .string(http.method), .string(http.url), .texts(contents.query),
        .texts(http.headers.map { ($0.name.lowercased(), $0.value) }), value,
      ]
    case .readFile(let path): [.string(path)]
    case .writeFile(let path, _): [.string(path), value]
    case .custom(let name, _): [.string(name), value]
    }
  }
}

extension Value {
  fileprivate static func object(_ members: KeyValuePairs<String, Value>) -> Value {
    var map = Map()
    for (key, value) in members { map[.string(key)] = value }
    return .map(map)
  }

  fileprivate static func texts(_ texts: [(name: String, value: String)]) -> Value {
    var map = Map()
    for (name, value) in texts { map[.string(name)] = .string(value) }
    return .map(map)
  }
}
