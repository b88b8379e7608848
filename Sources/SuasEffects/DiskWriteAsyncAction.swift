import Dispatch
public import Foundation
public import Suas

/// An action that writes a file, whole or not at all, and then calls a block, which can dispatch
/// actions.
///
/// A file that cannot be written, or not completely, keeps its old contents. Reads and writes run
/// one after the other in the order of their dispatch.
public struct DiskWriteAsyncAction: AsyncAction {
  /// A function called with true if the file was written, else false, on a queue of the library.
  public typealias CompletionBlock =
    @Sendable (
      _ isWritten: Bool, _ dispatch: DispatchFunction
    ) -> Void

  private let path: String
  private let data: Data
  private let completionBlock: CompletionBlock

  /// Creates an action that writes `data` to the file at `path`, in a folder that exists.
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
