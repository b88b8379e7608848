import CEL
import SuasProgram

extension JSONText {
  /// Writes an answer, as drivers and session logs have it.
  package mutating func write(_ answer: EffectAnswer) {
    writeObject { json in
      switch answer {
      case .http(let status, let headers, let body):
        json.write("status", status)
        json.write("headers", headers) { json, header in
          json.writeArray([header.name, header.value]) { $0.write(string: $1) }
        }
        json.write("body", body)
      case .text(let text): json.write("text", text)
      case .done: json.write("done", true)
      case .result(let value): json.write("result", value)
      case .failure(let message): json.write("failure", message)
      case .last(let answer):
        json.writeKey("last")
        if let answer { json.write(answer) } else { json.write(.null) }
      }
    }
  }
}

extension EffectAnswer {
  /// The answer as it is written.
  package var json: String {
    var json = JSONText()
    json.write(self)
    return json.text
  }

  /// Reads an answer that was written; nil if it is none.
  package init?(json value: Value) {
    guard case .map(let map) = value else { return nil }
    if let last = map["last"] {
      guard last != .null else {
        self = .last(nil)
        return
      }
      guard let answer = EffectAnswer(json: last) else { return nil }
      self = .last(answer)
    } else if case .int(let status)? = map["status"], let status = Int(exactly: status) {
      self = .http(
        status: status, headers: Self.headers(map["headers"]), body: map["body"] ?? .null)
    } else if case .string(let text)? = map["text"] {
      self = .text(text)
    } else if let result = map["result"] {
      self = .result(result)
    } else if case .string(let message)? = map["failure"] {
      self = .failure(message)
    } else if map["done"] != nil {
      self = .done
    } else {
      return nil
    }
  }

  private static func headers(_ value: Value?) -> [(name: String, value: String)] {
    guard case .list(let list)? = value else { return [] }
    return list.compactMap { header in
      guard case .list(let pair) = header, pair.count == 2, case .string(let name) = pair[0],
        case .string(let value) = pair[1]
      else { return nil }
      return (name, value)
    }
  }
}
