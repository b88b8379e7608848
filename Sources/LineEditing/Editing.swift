/// The editing of successive lines: the effect of each key. It is independent of the terminal.
struct Editing {
  private(set) var buffer = LineBuffer()
  private(set) var history = History()
  private let complete: (String) -> Completion

  /// - Parameter complete: Returns the completions for the end of the text before the cursor.
  init(complete: @escaping (String) -> Completion) { self.complete = complete }

  /// The outcome of a key apart from a change of the line.
  enum Outcome: Equatable {
    case edited
    case entered(String)
    /// The line was abandoned.
    case abandoned
    case ended
    case suspended
    case cleared
    /// There are several completions.
    case choices([String])
  }

  /// The maximum length of a line in characters; text beyond it is ignored.
  static let limit = 100_000

  mutating func handle(_ key: Key) -> Outcome {
    switch key {
    case .text(let text):
      if buffer.characters.count + text.utf8.count <= Self.limit { buffer.insert(text) }
    case .enter: return enter()
    case .tab: return completed()
    case .backspace, .control("h"): buffer.deleteBackward()
    case .delete: buffer.deleteForward()
    case .left, .control("b"): buffer.moveLeft()
    case .right, .control("f"): buffer.moveRight()
    case .home, .control("a"): buffer.moveToStart()
    case .end, .control("e"): buffer.moveToEnd()
    case .wordLeft: buffer.moveWordLeft()
    case .wordRight: buffer.moveWordRight()
    case .up, .control("p"): if let older = history.older(than: buffer) { buffer = older }
    case .down, .control("n"): if let newer = history.newer() { buffer = newer }
    case .control("k"): buffer.deleteToEnd()
    case .control("u"): buffer.deleteToStart()
    case .control("w"): buffer.deleteWord()
    case .control("l"): return .cleared
    case .control("z"): return .suspended
    case .control("c"):
      buffer = LineBuffer()
      history.leave()
      return .abandoned
    case .control("d"):
      if buffer.isEmpty { return .ended }
      buffer.deleteForward()
    case .control, .unknown: break
    }
    return .edited
  }

  private mutating func enter() -> Outcome {
    let line = buffer.text
    history.add(line)
    buffer = LineBuffer()
    return .entered(line)
  }

  private mutating func completed() -> Outcome {
    let before = buffer.textBeforeCursor
    let completion = complete(before)
    guard !completion.candidates.isEmpty else { return .edited }
    let typed = before.utf8.count - completion.start
    let shared = completion.sharedPrefix
    if shared.utf8.count > typed || completion.candidates.count == 1 {
      buffer.replace(from: completion.start, with: shared)
      return .edited
    }
    return .choices(completion.candidates)
  }
}
