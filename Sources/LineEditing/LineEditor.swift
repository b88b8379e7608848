#if canImport(Glibc)
  @preconcurrency import Glibc
#elseif canImport(Musl)
  @preconcurrency import Musl
#elseif canImport(Android)
  @preconcurrency import Android
#elseif canImport(Darwin)
  import Darwin
#endif

/// Reads lines typed on a terminal, with history, completion and the editing keys of shells.
///
/// Until it is closed, the terminal does not echo input. A line is shown in one row, however long
/// it is and however narrow the terminal.
package final class LineEditor {
  package enum Line: Equatable {
    case entered(String)
    /// The line was abandoned with Ctrl-C.
    case abandoned
    /// The input ended with Ctrl-D, or the terminal is gone.
    case ended
  }

  private let prompt: String
  private let terminal: Int32
  private var editing: Editing
  private var decoder = KeyDecoder()

  /// - Parameters:
  ///   - terminal: The descriptor of a terminal, for reading and writing.
  ///   - complete: Returns the completions for the end of the text before the cursor.
  package init(
    prompt: String, terminal: Int32, complete: @escaping (String) -> Completion
  ) {
    self.prompt = prompt
    self.terminal = terminal
    editing = Editing(complete: complete)
  }

  /// Restores the terminal's settings.
  package func close() { RawMode.leave() }

  /// Restores the settings of the terminal that is read from, if any, when the process ends.
  package static func restoreTerminal() { RawMode.restore() }

  /// Reads the next line, including keys that were typed ahead of it.
  package func next() -> Line {
    guard RawMode.enter(terminal) else { return .ended }
    defer { RawMode.pause() }
    refresh()
    while true {
      while let key = decoder.next() {
        if let line = handle(key) { return line }
      }
      refresh()
      switch read() {
      case .bytes: break
      case .interrupted:
        // The terminal's settings or size may have changed.
        _ = RawMode.enter(terminal)
      case .pause:
        while let key = decoder.next(isComplete: true) {
          if let line = handle(key) { return line }
        }
      case .end: return .ended
      }
    }
  }

  private func handle(_ key: Key) -> Line? {
    // Keys that came together with Enter have not been shown yet.
    if key == .enter { refresh() }
    switch editing.handle(key) {
    case .edited: return nil
    case .entered(let line):
      write("\r\n")
      return .entered(line)
    case .abandoned:
      write("^C\r\n")
      return .abandoned
    case .ended:
      write("\r\n")
      return .ended
    case .cleared: write("\u{1B}[H\u{1B}[2J")
    case .suspended:
      write("\r\n")
      RawMode.leave()
      raise(SIGTSTP)
      _ = RawMode.enter(terminal)
    case .choices(let words):
      refresh()
      write("\r\n" + WordTable(words, columns: columns).rows.map { $0 + "\r\n" }.joined())
    }
    return nil
  }

  private func refresh() {
    let display = LineDisplay(editing.buffer, prompt: prompt, columns: columns)
    let move = display.column > 0 ? "\u{1B}[\(display.column)C" : ""
    write("\r\(display.text)\u{1B}[K\r\(move)")
  }

  private var columns: Int {
    var size = winsize()
    guard ioctl(terminal, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }

  private func write(_ text: String) { Output.write(text, to: terminal) }

  private enum Input { case bytes, interrupted, pause, end }

  /// The time to wait for the rest of a key's sequence, in milliseconds.
  private static let patience: Int32 = 50

  private func read() -> Input {
    if !decoder.isEmpty {
      var wait = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
      if poll(&wait, 1, Self.patience) == 0 { return .pause }
    }
    var chunk = [UInt8](repeating: 0, count: 4096)
    let count = readBytes(from: terminal, into: &chunk)
    if count < 0, errno == EINTR { return .interrupted }
    guard count > 0 else { return .end }
    decoder.feed(chunk[..<count])
    return .bytes
  }
}
