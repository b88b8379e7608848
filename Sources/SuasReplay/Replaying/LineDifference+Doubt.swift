import CEL
import SuasLog
import SuasSpec

/// Differences that stand-ins may make, whatever their size.
extension LineDifference {
  /// True if the difference may be due to a stand-in.
  func mayBeDue(to standIns: LogValueReader) -> Bool {
    if case .digest = kind { return standIns.hasMadeUnknownHash }
    var lines = [logged].compactMap { $0?.members }
    if standIns.hasMadeUnknownHash, lines.contains(where: { $0[.string(LogKey.digest)] != nil }) {
      return true
    }
    if case .line(let replayed) = kind, let members = replayed.members { lines.append(members) }
    if lines.count == 2, lines[0].withoutSensitiveChanges == lines[1].withoutSensitiveChanges {
      return true
    }
    if standIns.hasMadeUnknownHash || standIns.mayBeMistaken, let logged,
      logged.withoutHashes == withoutHashes.replayed
    {
      return true
    }
    return lines.contains {
      $0.isRefusalOfValue || standIns.mayBeRefused && $0.isRefusalOfPart
        || standIns.meetsConstraint && $0.isRefusal(for: "constraint-violated")
    }
  }
}

extension LineDifference {
  /// The difference without the hashes in the replay's line: a stand-in may stand for several.
  var withoutHashes: LineDifference {
    guard case .line(let text) = kind else { return self }
    return LineDifference(line: line, logged: logged, kind: .line(text.withoutHashes))
  }

  private var replayed: String? {
    guard case .line(let text) = kind else { return nil }
    return text
  }
}

extension String {
  /// The text of a line without the hashes in it.
  fileprivate var withoutHashes: String {
    replacing(/"\$sensitive":"[0-9a-f]*"/, with: "")
  }

  /// The members of a line.
  fileprivate var members: Map? {
    var reader = JSONReader(ofLog: Array(utf8))
    guard case .map(let map)? = try? reader.readWhole() else { return nil }
    return map
  }
}

extension Map {
  private static let messageOfHidden =
    EvaluationError(code: "failed", message: "").withoutValues.message

  /// True if the line refuses an action, or reports an error, because of an expression that reads
  /// sensitive values.
  fileprivate var isRefusalOfValue: Bool {
    (self[.string(LogKey.refused)] != nil || self[.string(LogKey.failed)] != nil)
      && self[.string(LogKey.message)] == .string(Self.messageOfHidden)
  }

  private static let codesOfParts = [
    "index-out-of-range", "no-such-key", "no-such-field", "no-such-case", "null-value",
    "constraint-violated", "invalid-payload",
  ]

  /// True if the line refuses an action because of a thing that a stand-in may lack: an index, a
  /// key, a case, or a value that satisfies a constraint.
  fileprivate var isRefusalOfPart: Bool { Self.codesOfParts.contains { isRefusal(for: $0) } }

  fileprivate func isRefusal(for code: String) -> Bool {
    self[.string(LogKey.refused)] == .string(code)
  }

  /// The members but the time, and of the changes those that hold no sensitive value.
  fileprivate var withoutSensitiveChanges: Map {
    var rest = self
    rest[.string(LogKey.time)] = nil
    guard case .map(var changes)? = rest[.string(LogKey.changes)] else { return rest }
    for (path, change) in changes where change.holdsSensitiveHash { changes[path] = nil }
    rest[.string(LogKey.changes)] = .map(changes)
    return rest
  }
}

extension Value {
  fileprivate var holdsSensitiveHash: Bool {
    switch self {
    case .list(let list): list.contains { $0.holdsSensitiveHash }
    case .map(let map): sensitiveHash != nil || map.contains { $1.holdsSensitiveHash }
    default: false
    }
  }
}
