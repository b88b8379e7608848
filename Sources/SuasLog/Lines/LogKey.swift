/// The keys of the lines of a log.
package enum LogKey {
  // The first line.
  static let version = "suas-log"
  static let spec = "spec"
  static let name = "name"
  static let clock = "clock"
  static let state = "state"
  static let effects = "effects"
  static let last = "last"
  package static let effect = "effect"
  package static let phase = "phase"
  package static let tries = "tries"
  package static let superseded = "superseded"

  // Keys of several kinds of lines.
  package static let time = "t"
  package static let of = "of"
  package static let nth = "nth"
  package static let with = "with"
  package static let message = "message"

  // Actions.
  static let action = "action"
  static let from = "from"
  static let by = "by"
  static let id = "id"

  // Effects.
  static let answer = "answer"
  static let fail = "fail"
  static let timeout = "timeout"
  static let start = "start"
  static let cancel = "cancel"

  // Times and ids.
  static let read = "read"
  static let result = "is"
  static let now = "now"
  static let identifier = "uuid"

  // The results of an action.
  package static let changes = "changes"
  package static let refused = "refused"
  package static let failed = "failed"
  package static let digest = "digest"
  static let lost = "lost"
  static let end = "end"

  // Other changes that an app makes to a store or a runtime.
  static let reset = "reset"
  static let listen = "listen"
  static let unlisten = "unlisten"

  // Changes.
  package static let absent = "$absent"
  package static let insert = "$insert"
  package static let remove = "$remove"
  package static let move = "$move"
  package static let swap = "$swap"
  package static let at = "at"
  package static let to = "to"

  /// The keys that a line can have.
  package static let all: Set<String> = [
    version, spec, name, clock, state, effects, last, time, of, nth, with, message, action, from,
    by,
    id, answer, fail, timeout, start, cancel, read, result, changes, refused, failed, digest, lost,
    end, reset, listen, unlisten,
  ]
}
