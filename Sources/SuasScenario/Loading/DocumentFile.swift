import Files
import YAML

/// A file that an argument names, or that is below a folder that an argument names.
package struct DocumentFile: Sendable {
  package let path: String
  /// The root that contains the file; nil if an argument names the file itself.
  let root: Root?

  /// True if the file was found below a folder.
  package var isFound: Bool { root != nil }

  /// Reads the text of the file.
  package func read() throws(Diagnostics) -> (source: Source, bytes: [UInt8]) {
    let bytes = try bytes(path, below: root, namedAt: .file(path))
    return (try Source(name: path, bytes: bytes), bytes)
  }

  /// Writes the file, whole or not at all.
  package func write(_ bytes: [UInt8]) throws(Diagnostics) {
    do throws(FileFailure) {
      if let root {
        try root.write(bytes, to: path, replacing: .writable)
      } else {
        try FileSystem.write(bytes, to: path, replacing: .writable)
      }
    } catch {
      throw Diagnostics([.unwritable(path, because: error.words)])
    }
  }
}
