import CEL
import SuasProgram

/// Reads the lines of a log one after the other, and keeps one of them.
package struct LogReader {
  /// Returns the next bytes; an empty array at the end.
  package typealias ByteSource = @Sendable () throws -> [UInt8]

  private let source: ByteSource
  private var bytes: [UInt8] = []
  /// The place of the line's first byte.
  private var start = 0
  /// The place after the line's last byte.
  private var end = 0
  /// The place where the next line begins.
  private var next = 0
  private var hasEnded = false
  private var hiding: LogHiding?
  /// The line as it is read instead of its bytes; nil if it is read as it is.
  private var replacement: [UInt8]?

  /// The number of the line, from one.
  package private(set) var number = 0
  /// The number of bytes before the line.
  package private(set) var offset = 0
  /// True if the line has no line break at its end, as one whose writing was cut off.
  package private(set) var isCut = false

  /// - Parameter hiding: Hides sensitive values in the lines; nil if the lines are read unchanged.
  package init(_ source: @escaping ByteSource, _ hiding: LogHiding? = nil) {
    self.source = source
    self.hiding = hiding
  }

  /// True if the bytes that were read have a whole line after the present one.
  package var hasNextLine: Bool { bytes[next...].contains(UInt8(ascii: "\n")) }

  /// The length of the line, in bytes.
  package var size: Int { end - start }

  /// The text of the line.
  package var text: String { String(decoding: present.bytes[present.range], as: UTF8.self) }

  /// The bytes that the line is read from, and its place in them.
  private var present: (bytes: [UInt8], range: Range<Int>) {
    replacement.map { ($0, $0.indices) } ?? (bytes, start..<end)
  }

  /// Goes to the next line that is not blank; returns false at the end.
  package mutating func advance() throws(LogFailure) -> Bool {
    repeat {
      offset += next - start
      start = next
      number += 1
      replacement = nil
      guard try findEnd() else { return false }
      replacement = hiding?.hiding(bytes[start..<end])
    } while present.bytes[present.range].allSatisfy { $0 == 0x20 || $0 == 0x09 }
    return true
  }

  /// Finds the end of the line that begins at `start`; returns false if there is no line.
  private mutating func findEnd() throws(LogFailure) -> Bool {
    var searched = start
    while true {
      if let place = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        (end, next, isCut) = (place, place + 1, false)
        if end > start, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
        return true
      }
      guard bytes.count - start <= LogHeader.longestLine else {
        throw LogFailure(
          line: number, message: "the line is longer than \(LogHeader.longestLine >> 20) MB")
      }
      if hasEnded {
        (end, next, isCut) = (bytes.count, bytes.count, true)
        return end > start
      }
      bytes.removeFirst(start)
      searched = bytes.count
      start = 0
      try fill()
    }
  }

  private mutating func fill() throws(LogFailure) {
    do {
      let more = try source()
      if more.isEmpty { hasEnded = true } else { bytes += more }
    } catch {
      throw LogFailure(line: number, message: "it cannot be read: \(error)")
    }
  }

  /// The time of the line, if it stands at its beginning.
  package var time: Int64? {
    let line = present.bytes[present.range]
    guard line.starts(with: Self.timeStart) else { return nil }
    var time: Int64 = 0
    for byte in line.dropFirst(Self.timeStart.count).prefix(Self.surelyInt) {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else {
        return byte == UInt8(ascii: ",") ? time : nil
      }
      time = time * 10 + Int64(byte - UInt8(ascii: "0"))
    }
    return nil
  }

  static let timeStart = Array(#"{"t":"#.utf8)
  /// The number of digits that surely are an int of 64 bits.
  private static let surelyInt = 18

  /// Reads the line.
  package func line() throws(LogFailure) -> LogLine {
    do throws(JSONFailure) {
      let (bytes, range) = present
      var reader = JSONReader(ofLog: bytes, in: range)
      let line = try LogLine(&reader)
      try reader.expectEnd()
      return line
    } catch {
      throw LogFailure(line: number, message: "it is no line of a log: \(error.message)")
    }
  }

  /// Reads a value in the line.
  package func value(in range: Range<Int>) throws(LogFailure) -> Value {
    do throws(JSONFailure) {
      var reader = JSONReader(ofLog: present.bytes, in: range)
      return try reader.readWhole()
    } catch {
      throw LogFailure(line: number, message: "it is no line of a log: \(error.message)")
    }
  }

  /// Reads the members of an object in the line; `member` is called with the key of each.
  package func members(
    in range: Range<Int>, _ member: (_ key: String, Value) throws(LogFailure) -> Void
  ) throws(LogFailure) {
    var failure: LogFailure?
    do throws(JSONFailure) {
      var reader = JSONReader(ofLog: present.bytes, in: range)
      try reader.readObject { (reader, key) throws(JSONFailure) in
        let value = try reader.readValue()
        do throws(LogFailure) {
          if failure == nil { try member(key, value) }
        } catch {
          failure = error
        }
      }
    } catch {
      throw LogFailure(line: number, message: "it is no line of a log: \(error.message)")
    }
    if let failure { throw failure }
  }

  /// True if the line is the same as another one, except for its time.
  package func isSame(as other: [UInt8]) -> Bool {
    let line = present.bytes[present.range].withoutTime
    let other = other.dropLast().withoutTime
    return line.count == other.count && line.elementsEqual(other)
  }
}

extension JSONReader {
  /// Creates a reader of a line, or of a part of one: a state may have values of any depth that a
  /// value can have, and stands in an object itself.
  package init(ofLog bytes: [UInt8], in range: Range<Int>? = nil) {
    self.init(
      bytes, in: range, maximumDepth: Value.maximumDepth + Self.depthAroundValues,
      readsUnsigned: true)
  }

  private static let depthAroundValues = 56
}

extension ArraySlice<UInt8> {
  /// The bytes of a line after its time.
  fileprivate var withoutTime: ArraySlice<UInt8> {
    guard starts(with: LogReader.timeStart), let comma = firstIndex(of: UInt8(ascii: ",")) else {
      return dropFirst()
    }
    return self[(comma + 1)...]
  }
}
