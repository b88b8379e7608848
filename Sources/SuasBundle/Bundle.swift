import CEL
import SuasProgram
public import YAML

/// A checked spec as one file: what an app reads where there is no parser for YAML.
///
/// It has the checked program with the texts of its files, so that errors and reports name the same
/// places as for the spec itself. Its first bytes tell what it is, the version of the format and a
/// checksum, which finds damage and proves no origin.
public enum Bundle {
  /// The bytes that every bundle begins with.
  private static let mark = Array("suasbundle\n".utf8)
  /// The version of the format; a bundle of another version is refused.
  private static let version: UInt8 = 6
  /// The number of bytes before the program.
  package static let headSize = mark.count + 1 + 8

  /// The largest bundle that is read, in bytes.
  public static let maximumSize = 64 * 1024 * 1024

  /// True if some bytes begin as a bundle does.
  public static func isBundle(_ bytes: [UInt8]) -> Bool { bytes.starts(with: mark) }

  /// Returns the bundle of a checked spec; the same spec gives the same bytes.
  public static func bytes(of spec: CheckedSpec) -> [UInt8] {
    bytes(around: ProgramPacker.pack(spec))
  }

  /// Returns a bundle with a packed program.
  package static func bytes(around program: [UInt8]) -> [UInt8] {
    mark + [version] + checksum(of: program[...]) + program
  }

  /// Reads the checked spec in a bundle.
  ///
  /// - Parameter name: The name of the bundle in diagnostics.
  /// - Throws: `invalid-bundle` for bytes that are no bundle, or a damaged or altered one;
  ///   `unsupported-version` for a bundle of another version of suas-run.
  public static func read(_ bytes: [UInt8], name: String) throws(Diagnostics) -> CheckedSpec {
    guard isBundle(bytes) else { throw Diagnostics([.noBundle(name)]) }
    guard bytes.count >= headSize else {
      throw Diagnostics([.invalidBundle(name, because: UnpackingFault.cut.reason)])
    }
    guard bytes[mark.count] == version else {
      throw Diagnostics([.bundleVersion(name, Int(bytes[mark.count]), known: Int(version))])
    }
    let program = bytes[headSize...]
    guard bytes[(mark.count + 1)..<headSize].elementsEqual(checksum(of: program)) else {
      throw Diagnostics([.invalidBundle(name, because: "its checksum is another one")])
    }
    do throws(UnpackingFault) {
      return try ProgramUnpacker.unpack(Array(program))
    } catch {
      throw Diagnostics([.invalidBundle(name, because: error.reason)])
    }
  }

  /// The checksum of some bytes.
  private static func checksum(of bytes: ArraySlice<UInt8>) -> [UInt8] {
    var sum = FNV1a()
    sum.combine(words: bytes)
    return (0..<8).map { UInt8(truncatingIfNeeded: sum.value >> (8 * $0)) }
  }
}

extension CompiledSpec {
  /// Makes the spec in a bundle ready to run.
  ///
  /// - Parameters:
  ///   - bundle: The bytes of a file that `suas-run bundle` wrote.
  ///   - name: The name of the bundle in diagnostics.
  /// - Throws: `invalid-bundle` for bytes that are no bundle, or a damaged or altered one;
  ///   `unsupported-version` for a bundle of another version of suas-run.
  public init(bundle: [UInt8], name: String = "bundle") throws(Diagnostics) {
    self.init(compiling: try Bundle.read(bundle, name: name))
  }

  /// The spec as the bytes of a bundle; the same spec gives the same bytes.
  public var bundle: [UInt8] { Bundle.bytes(of: checked) }
}
