import LibYAML
import SuasScenario
import SuasSpec
import YAML

/// The payload of an action in its parts, with which the page fills a form again.
struct PayloadAnswer {
  private let action: String
  private let payload: Node

  init(_ entry: Entry) throws(RequestFailure) {
    guard entry.isDispatch else { throw RequestFailure("the entry is no action") }
    guard entry.text.utf8.count < EntryWriter.longest else {
      throw RequestFailure("its payload is too long for a form")
    }
    action = entry.name
    do throws(Diagnostics) {
      payload = try parse(Source(name: "", text: entry.text.isEmpty ? "{}" : entry.text))
    } catch {
      throw RequestFailure(error.items.first?.message ?? "its payload cannot be read")
    }
  }

  func write(to json: inout JSONText) {
    json.write("name", action)
    json.writeKey("payload")
    Self.write(payload, to: &json)
  }

  /// Writes a value as a text, a list of values, or a list of pairs. A text that is not in quotes may
  /// be a number or the like.
  private static func write(_ node: Node, to json: inout JSONText) {
    json.writeObject { json in
      switch node.content {
      case .scalar(let scalar):
        json.write("text", scalar.text)
        json.write("isPlain", scalar.style == .plain)
      case .sequence(let items):
        json.write("items", items) { write($1, to: &$0) }
      case .mapping(let entries):
        json.write("entries", entries) { json, entry in
          let key = Node(.scalar(entry.key), at: entry.key.range)
          json.writeObject { $0.write("pair", [key, entry.value]) { write($1, to: &$0) } }
        }
      }
    }
  }
}
