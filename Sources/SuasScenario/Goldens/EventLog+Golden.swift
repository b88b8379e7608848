import CEL
import Suas
import SuasSpec
import YAML

/// The contents of golden files with the events so far; nil if they are larger than a file may be.
extension EventLog {
  /// Each action with its changes by path and the listeners notified, and the requests of effects.
  var traceGolden: [UInt8]? {
    var room = TextRoom(bytes: Source.maximumSize)
    var items: [[(key: Draft.Key, value: Draft)]] = []
    var told: [Draft] = []
    // The last item that is not a request: listeners are notified of its changes.
    var last: Int?
    func finish() {
      if !told.isEmpty, let last {
        items[last].append((key: "notified", value: .sequence(told)))
      }
      told = []
    }
    func add(_ item: [(key: Draft.Key, value: Draft)]) {
      last = items.count
      items.append(item)
    }
    for entry in log {
      switch entry {
      case .action(let action, let before, let after):
        finish()
        var item: [(key: Draft.Key, value: Draft)] = [(key: "action", value: .text(action.name))]
        if !action.payload.fields.isEmpty {
          let payload = Value.record(action.payload)
          guard room.take(payload) else { return nil }
          item.append((key: "with", value: payload.draft))
        }
        guard let changes = Self.changes(from: before, to: after, within: &room) else { return nil }
        add(item + changes)
      case .reset(let before, let after):
        finish()
        guard let changes = Self.changes(from: before, to: after, within: &room) else { return nil }
        add([(key: "reset", value: .text("store"))] + changes)
      case .restart(let before, let after):
        finish()
        guard let changes = Self.changes(from: before, to: after, within: &room) else { return nil }
        add([(key: "restart", value: .mapping([]))] + changes)
      case .notified(let name, _):
        guard room.take(name) else { return nil }
        told.append(.text(name))
      case .met(let met):
        finish()
        if met.action != nil, let last {
          items[last].append((key: "error", value: .text(met.error.code)))
        } else {
          add([(key: "error", value: .text(met.error.code))])
        }
      case .requested(let request):
        guard room.take(request.run.value) else { return nil }
        items.append([
          (key: "request", value: .text(request.name)),
          (key: "run", value: request.run.value.draft),
        ])
      }
    }
    finish()
    return Draft.sequence(items.map(Draft.mapping)).golden
  }

  /// Each listener that was notified, with the value that it received.
  var notificationsGolden: [UInt8]? {
    var room = TextRoom(bytes: Source.maximumSize)
    var items: [Draft] = []
    for case .notified(let name, let value) in log {
      guard room.take(name), room.take(value) else { return nil }
      items.append(.mapping([(key: .text(name), value: value.draft)]))
    }
    return Draft.sequence(items).golden
  }

  private static func changes(
    from before: Record, to after: Record, within room: inout TextRoom
  ) -> [(key: Draft.Key, value: Draft)]? {
    let changes = Change.all(from: .record(before), to: .record(after), at: Path([]))
    guard !changes.isEmpty else { return [] }
    var drafts: [(key: Draft.Key, value: Draft)] = []
    for change in changes {
      let path = change.path.description
      guard room.take(path), change.new.map({ room.take($0) }) ?? true else { return nil }
      drafts.append((key: .text(path), value: change.new?.draft ?? .absent))
    }
    return [(key: "changes", value: .mapping(drafts))]
  }
}
