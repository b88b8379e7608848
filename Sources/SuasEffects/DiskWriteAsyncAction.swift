import Dispatch
public import Foundation
public import Suas

/// An action that writes a file, whole or not at all, and dispatches what its block makes of that.
///
/// A file that cannot be written, or whose writing is cut off, keeps what it had. Reads and writes
/// are done one after the other, in the order in which they were dispatched.
public struct DiskWriteAsyncAction: AsyncAction {
  /// What is called with whether the file was written, on a queue of the library's.
  public typealias CompletionBlock =
    @Sendable (
      _ isWritten: Bool, _ dispatch: DispatchFunction
    ) -> Void

  private let path: String
  private let data: Data
  private let completionBlock: CompletionBlock

  /// Makes an action that writes `data` to the file at `path`, in a folder that is there.
  public init(path: String, data: Data, completionBlock: @escaping CompletionBlock) {
    self.path = path
    self.data = data
    self.completionBlock = completionBlock
  }

  public func execute(
    getState: @escaping GetStateFunction, dispatch: @escaping DispatchFunction
  ) {
    diskQueue.async { [path, data, completionBlock] in
      let isWritten: Void? = try? data.write(to: URL(fileURLWithPath: path), options: .atomic)
      completionBlock(isWritten != nil, dispatch)
    }
  }
}
