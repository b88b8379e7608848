import Dispatch
public import Foundation
public import Suas

/// An action that reads a file and passes its contents to a block, which can dispatch actions.
///
/// Reads and writes run one after the other in the order of their dispatch, so that a read sees the
/// files written before it.
public struct DiskReadAsyncAction: AsyncAction {
  /// A function called with the file's contents, or with `nil` if it cannot be read, on a queue of
  /// the library.
  public typealias CompletionBlock = @Sendable (_ data: Data?, _ dispatch: DispatchFunction) -> Void

  private let path: String
  private let completionBlock: CompletionBlock

  /// Creates an action that reads the file at `path`.
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

/// The queue on which files are read and written.
let diskQueue = DispatchQueue(label: "SuasEffects.disk", qos: .utility)
