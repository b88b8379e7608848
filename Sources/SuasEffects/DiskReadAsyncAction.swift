import Dispatch
public import Foundation
public import Suas

/// An action that reads a file and dispatches what its block makes of it.
///
/// Reads and writes are done one after the other, in the order in which they were dispatched: a file
/// that was written is there for the read that follows.
public struct DiskReadAsyncAction: AsyncAction {
  /// What is called with the file's contents, or with `nil` if it cannot be read, on a queue of the
  /// library's.
  public typealias CompletionBlock = @Sendable (_ data: Data?, _ dispatch: DispatchFunction) -> Void

  private let path: String
  private let completionBlock: CompletionBlock

  /// Makes an action that reads the file at `path`.
  public init(path: String, completionBlock: @escaping CompletionBlock) {
    self.path = path
    self.completionBlock = completionBlock
  }

  public func execute(
    getState: @escaping GetStateFunction, dispatch: @escaping DispatchFunction
  ) {
    diskQueue.async { [path, completionBlock] in
      completionBlock(try? Data(contentsOf: URL(fileURLWithPath: path)), dispatch)
    }
  }
}

/// Where files are read and written.
let diskQueue = DispatchQueue(label: "SuasEffects.disk", qos: .utility)
