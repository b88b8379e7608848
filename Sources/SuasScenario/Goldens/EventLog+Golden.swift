import CEL
import Suas
import SuasSpec
import YAML

/// The contents of golden files with the events so far.
extension EventLog {
  /// Each action with its changes by path and the listeners notified, and the requests of effects.
  var traceGolden: [UInt8] {
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
          item.append((key: "with", value: Value.record(action.payload).draft))
        }
        add(item + Self.changes(from: before, to: after))
      case .reset(let before, let after):
        finish()
        add([(key: "reset", value: .text("store"))] + Self.changes(from: before, to: after))
      case .restart(let before, let after):
        finish()
        add([(key: "restart", value: .mapping([]))] + Self.changes(from: before, to: after))
      case .notified(let name, _): told.append(.text(name))
      case .met(let met):
        finish()
        if met.action != nil, let last {
          items[last].append((key: "error", value: .text(met.error.code)))
        } else {
          add([(key: "error", value: .text(met.error.code))])
        }
      case .requested(let request):
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
  var notificationsGolden: [UInt8] {
    let items = log.compactMap { entry -> Draft? in
      guard case .notified(let name, let value) = entry else { return nil }
      return .mapping([(key: .text(name), value: value.draft)])
    }
    return Draft.sequence(items).golden
  }

  private static func changes(
    from before: Record, to after: Record
  ) -> [(key: Draft.Key, value: Draft)] {
    let changes = Change.all(from: .record(before), to: .record(after), at: Path([]))
    guard !changes.isEmpty else { return [] }
    let drafts = changes.map { change in
      (key: Draft.Key.text(change.path.description), value: change.new?.draft ?? .absent)
    }
    return [(key: "changes", value: .mapping(drafts))]
  }
}
