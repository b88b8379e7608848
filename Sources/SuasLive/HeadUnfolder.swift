import NIOCore

/// Replaces the line folding of headers by a space, as RFC 9112, section 5.2, requires from
/// recipients; the decoder refuses folded lines. Everything else is passed on unchanged, without
/// delay.
final class HeadUnfolder: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  private var isInHead = true
  /// The blanks and the line break that may belong to a folded line.
  private var held: [UInt8] = []
  /// True if the held bytes end a line that may go on in the next one.
  private var isAtEndOfLine = false
  /// True after a folded line break, until the header goes on.
  private var isFolded = false
  private var isLineEmpty = true
  /// The first bytes of the status line; nil after its end.
  private var statusLine: [UInt8]? = []
  /// True if the status is one that another head follows (RFC 9110, section 15.2).
  private var isInterim = false

  /// The maximum number of blanks that are held; in a longer run, some stay.
  private static let mostHeld = 256

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard isInHead else { return context.fireChannelRead(data) }
    let bytes = Array(Self.unwrapInboundIn(data).readableBytesView)
    var passed: [UInt8] = []
    passed.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count, isInHead {
      take(bytes[index], &passed)
      index += 1
    }
    passed += bytes[index...]
    pass(passed, context)
  }

  private func pass(_ bytes: [UInt8], _ context: ChannelHandlerContext) {
    guard !bytes.isEmpty else { return }
    context.fireChannelRead(
      Self.wrapInboundOut(context.channel.allocator.buffer(bytes: bytes)))
  }

  func channelInactive(context: ChannelHandlerContext) {
    pass(held, context)
    held = []
    context.fireChannelInactive()
  }

  private func take(_ byte: UInt8, _ passed: inout [UInt8]) {
    let isBlank = byte == 0x20 || byte == 0x09
    if isAtEndOfLine {
      isAtEndOfLine = false
      // Blanks after the status line do not belong to it (RFC 9112, section 2.2).
      if isBlank, statusLine == nil {
        held = []
        if !isFolded { passed.append(0x20) }
        isFolded = true
        return
      }
      release(into: &passed)
      if let line = statusLine {
        isInterim = Self.isInterim(line)
        statusLine = nil
      }
      (isLineEmpty, isFolded) = (true, false)
    }
    if isFolded, isBlank { return }
    switch byte {
    case 0x0A where isLineEmpty:
      held.append(byte)
      release(into: &passed)
      // Empty lines before the status line count for nothing.
      guard statusLine == nil else { return }
      isInHead = isInterim
      (statusLine, isInterim) = ([], false)
    case 0x0A:
      held.append(byte)
      isAtEndOfLine = true
    case 0x20, 0x09, 0x0D:
      held.append(byte)
      if held.count > Self.mostHeld { release(into: &passed) }
      note(byte)
    default:
      release(into: &passed)
      passed.append(byte)
      (isLineEmpty, isFolded) = (false, false)
      note(byte)
    }
  }

  private func release(into passed: inout [UInt8]) {
    guard !held.isEmpty else { return }
    passed += held
    held.removeAll(keepingCapacity: true)
  }

  private func note(_ byte: UInt8) {
    if let count = statusLine?.count, count < 16 { statusLine?.append(byte) }
  }

  /// True if a status line has a status from 100 to 199, except 101, which ends HTTP.
  private static func isInterim(_ line: [UInt8]) -> Bool {
    let status = line.drop { $0 != 0x20 }.dropFirst().prefix(3)
    return status.first == UInt8(ascii: "1") && !status.elementsEqual("101".utf8)
  }
}
