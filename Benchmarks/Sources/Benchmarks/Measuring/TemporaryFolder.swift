#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

/// A temporary folder for the files of a benchmark.
struct TemporaryFolder {
  let path: String
  private let names = Names()

  private final class Names { var all: [String] = [] }

  struct CannotWrite: Error { let path: String }

  init() throws {
    var template = Array("/tmp/suas-benchmarks-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw CannotWrite(path: "/tmp") }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Writes a file and returns its path.
  @discardableResult
  func write(_ name: String, _ text: String) throws -> String {
    let file = "\(path)/\(name)"
    guard let stream = fopen(file, "w") else { throw CannotWrite(path: file) }
    defer { fclose(stream) }
    names.all.append(file)
    guard fputs(text, stream) >= 0 else { throw CannotWrite(path: file) }
    return file
  }

  func remove() {
    for name in names.all { unlink(name) }
    rmdir(path)
  }
}
